import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as categories from "@/lib/supply/publishing/categories";
import { AdminCategoryList, CategoryOrder } from "@/lib/supply/publishing/category-schemas";

const COMMON = { access: "admin", scope: "admin", tag: "Administration" } as const;

export const GET = endpoint(
  {
    ...COMMON,
    operationId: "adminListCategories",
    summary: "List the categories with the numbers of all their skills",
    result: AdminCategoryList,
  },
  () => categories.list(),
);

export const PATCH = endpoint(
  {
    ...COMMON,
    operationId: "adminOrderCategories",
    summary: "Put the categories into an order",
    body: CategoryOrder,
    result: AdminCategoryList,
  },
  ({ caller, body }) => categories.reorder(caller, body.order),
);
