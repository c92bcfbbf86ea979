import { z } from "zod";
import { pageOf } from "@/lib/core/page";
import { CONTENT_FIELDS, OwnedSkill, Slug, TERM_FIELDS } from "@/lib/skills/schemas";

const submit = z
  .boolean()
  .optional()
  .meta({ description: "true submits the skill for review.", example: true });

export const SkillInput = z
  .strictObject({
    slug: Slug,
    name: CONTENT_FIELDS.name,
    description: CONTENT_FIELDS.description,
    category: CONTENT_FIELDS.category,
    readme: CONTENT_FIELDS.readme.optional(),
    execution_type: CONTENT_FIELDS.execution_type.default("api"),
    api_endpoint: CONTENT_FIELDS.api_endpoint.optional(),
    api_schema: CONTENT_FIELDS.api_schema.optional(),
    pricing_type: TERM_FIELDS.pricing_type.default("subscription"),
    price: TERM_FIELDS.price.optional(),
    subscription_interval: TERM_FIELDS.subscription_interval.optional(),
    price_per_call: TERM_FIELDS.price_per_call.optional(),
    free_calls: TERM_FIELDS.free_calls.default(0),
    submit,
  })
  .meta({ id: "SkillInput" });
export type SkillInput = z.output<typeof SkillInput>;

export const SkillChange = z
  .strictObject({
    ...CONTENT_FIELDS,
    ...TERM_FIELDS,
  })
  .partial()
  .extend({ submit })
  .refine((change) => Object.keys(change).length > 0, { error: "name at least one field to change" })
  .meta({ id: "SkillChange" });
export type SkillChange = z.output<typeof SkillChange>;

export const OwnedSkillList = pageOf(OwnedSkill).meta({ id: "OwnedSkillList" });
