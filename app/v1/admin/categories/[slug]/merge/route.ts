import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as categories from "@/lib/supply/publishing/categories";
import { AdminCategory, CategoryMerge, CategoryParams } from "@/lib/supply/publishing/category-schemas";

export const POST = endpoint(
  {
    operationId: "adminMergeCategory",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Move all skills of a category into another one, and end it",
    description: "Returns the other category. Links to the merged one redirect to it.",
    params: CategoryParams,
    body: CategoryMerge,
    result: AdminCategory,
  },
  ({ caller, params, body }) => categories.merge(caller, params.slug, body.into),
);
