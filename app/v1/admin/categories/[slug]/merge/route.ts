import * as categories from "@/lib/administration/categories";
import { AdminCategory, CategoryMerge, CategoryParams } from "@/lib/administration/category-schemas";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(
  {
    operationId: "adminMergeCategory",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Move all skills of a category into another one, and end it",
    description: "The answer is the other category. Links to the ended one lead to it.",
    params: CategoryParams,
    body: CategoryMerge,
    result: AdminCategory,
    errors: ["not_found"],
  },
  ({ caller, params, body }) => categories.merge(caller, params.slug, body.into),
);
