import { CategoryList } from "@/lib/catalog/schemas";
import * as catalog from "@/lib/catalog/service";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(
  {
    operationId: "listCategories",
    access: "catalog",
    tag: "Marketplace",
    summary: "List the categories with their numbers of skills",
    result: CategoryList,
  },
  () => catalog.categories(),
);
