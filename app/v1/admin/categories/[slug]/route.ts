import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as categories from "@/lib/supply/publishing/categories";
import {
  AdminCategory,
  CategoryInput,
  CategoryParams,
  NewCategoryParams,
} from "@/lib/supply/publishing/category-schemas";

const COMMON = { access: "admin", scope: "admin", tag: "Administration" } as const;

export const PUT = endpoint(
  {
    ...COMMON,
    operationId: "adminPutCategory",
    summary: "Add a category, or change its title and description",
    description: "The slug of a category never changes.",
    params: NewCategoryParams,
    body: CategoryInput,
    result: AdminCategory,
  },
  ({ caller, params, body }) => categories.put(caller, params.slug, body),
);

export const DELETE = endpoint(
  {
    ...COMMON,
    operationId: "adminDeleteCategory",
    summary: "Delete a category that no skill is or was in",
    params: CategoryParams,
    result: AdminCategory,
    errors: ["category_in_use"],
  },
  ({ caller, params }) => categories.remove(caller, params.slug),
);
