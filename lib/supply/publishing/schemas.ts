import { z } from "zod";
import { LIMITS } from "@/lib/platform/core/limits";
import { MAX_PAGE_SIZE, pageOf, pageQuery } from "@/lib/platform/core/page";
import { LARGE_FIELDS } from "@/lib/supply/skills/content-fields";
import { CONTENT_FIELDS, CONTENT_SHOWN } from "@/lib/supply/skills/content-schemas";
import { OwnedSkill, Slug, TERM_FIELDS, Visibility } from "@/lib/supply/skills/schemas";

const submit = z.boolean().optional().meta({ description: "true submits the skill for review.", example: true });
const note = z.string().trim().min(1).max(LIMITS.comment.maxLength).optional().meta({
  description: "For reviewers, with a submission: what changed and why, or how to test it. No one else reads it.",
  example: "Now counts sentences too; the example shows it.",
});
const keepOrSubmit = z.boolean().optional().meta({
  description:
    "true submits for review; false keeps changed content as a draft while the approved revision stays live. Without it, changed content of a submitted skill goes to review.",
  example: false,
});
const expected = z.iso.datetime().optional().meta({
  description: "The updated_at that the change was made from; when the skill has changed since, the response is 409.",
  example: "2026-11-20T10:00:00.000Z",
});

export const SkillInput = z
  .strictObject({
    slug: Slug,
    visibility: Visibility.default("public").meta({
      description:
        "`organization` makes a private skill of the organization for which you act: its slug becomes `@{handle}/{slug}`, its members use it free of charge, and no price is set. It can't be changed later.",
      example: "public",
    }),
    ...CONTENT_FIELDS,
    execution_type: CONTENT_FIELDS.execution_type.default("api"),
    endpoint_type: CONTENT_FIELDS.endpoint_type.default("http"),
    package_preview: CONTENT_FIELDS.package_preview.default("skill_md"),
    response_mode: CONTENT_FIELDS.response_mode.default("flag"),
    pricing_type: TERM_FIELDS.pricing_type.default("subscription"),
    price: TERM_FIELDS.price.optional(),
    subscription_interval: TERM_FIELDS.subscription_interval.optional(),
    price_per_call: TERM_FIELDS.price_per_call.optional(),
    free_calls: TERM_FIELDS.free_calls.default(0),
    operation_prices: TERM_FIELDS.operation_prices.default({}),
    units: TERM_FIELDS.units.default([]),
    operation_units: TERM_FIELDS.operation_units.default({}),
    trial_days: TERM_FIELDS.trial_days.optional(),
    plans: TERM_FIELDS.plans.default([]),
    submit,
    note,
  })
  .meta({
    id: "SkillInput",
    example: {
      slug: "text-statistics",
      name: "Text statistics",
      description: "Counts words, sentences and reading time of a text.",
      category: "writing",
      execution_type: "api",
      api_endpoint: "https://api.example.com/text-statistics",
      api_schema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      pricing_type: "usage",
      price_per_call: 0.02,
      free_calls: 10,
      submit: true,
    },
  });
export type SkillInput = z.output<typeof SkillInput>;

export const SkillChange = z
  .strictObject({
    ...CONTENT_FIELDS,
    ...TERM_FIELDS,
  })
  .partial()
  .extend({ submit: keepOrSubmit, note, expected_updated_at: expected })
  .refine((change) => Object.keys(change).length > 0, { error: "name at least one field to change" })
  .meta({
    id: "SkillChange",
    example: { description: "Counts words, sentences and syllables of a text.", submit: true },
  });
export type SkillChange = z.output<typeof SkillChange>;

export const ApprovedRevision = z
  .object({
    ...CONTENT_SHOWN,
    ...OwnedSkill.pick({ revision: true, package: true, reviewed_at: true }).shape,
  })
  .meta({ id: "ApprovedRevision" });
export type ApprovedRevision = z.input<typeof ApprovedRevision>;

export const PackageQuery = z.object({
  submit: z.enum(["false"]).optional().meta({
    description: "false keeps the change as a draft; without it, a submitted skill goes back to review.",
    example: "false",
  }),
});

export const OwnedSkillsQuery = z.object(pageQuery(MAX_PAGE_SIZE));
export type OwnedSkillsQuery = z.output<typeof OwnedSkillsQuery>;

/** A skill in its developer's list, without its large fields. */
export const OwnedSkillSummary = OwnedSkill.omit(
  Object.fromEntries(LARGE_FIELDS.map((name) => [name, true])) as Record<(typeof LARGE_FIELDS)[number], true>,
).meta({ id: "OwnedSkillSummary" });
export type OwnedSkillSummary = z.input<typeof OwnedSkillSummary>;
export const OwnedSkillList = pageOf(OwnedSkillSummary).meta({ id: "OwnedSkillList" });
