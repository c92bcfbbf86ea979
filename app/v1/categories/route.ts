import { endpoint } from "@/lib/interfaces/http/endpoint";
import { CategoryList } from "@/lib/supply/catalog/schemas";
import * as catalog from "@/lib/supply/catalog/service";

export const GET = endpoint(
  {
    operationId: "listCategories",
    access: "catalog",
    tag: "Marketplace",
    summary: "List the categories with their numbers of skills",
    result: CategoryList,
  },
  ({ caller }) => catalog.categories(caller),
);
