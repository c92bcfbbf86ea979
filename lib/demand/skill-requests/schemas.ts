import { z } from "zod";
import { Id, isStorable, Time } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { pageOf, pageQuery } from "@/lib/platform/core/page";

const DEFAULT_PAGE_SIZE = 20;
/** What tempts advertisers. */
const LINK = /https?:|www\./i;

const Words = z
  .string()
  .trim()
  .refine((text) => !LINK.test(text), { error: "can't contain links" });

export const SkillRequestInput = z
  .strictObject({
    title: Words.min(LIMITS.requestTitle.minLength)
      .max(LIMITS.requestTitle.maxLength)
      .meta({ description: "What the skill should do, in a few words.", example: "Read receipts into a table" }),
    text: Words.max(LIMITS.requestText.maxLength)
      .default("")
      .meta({ description: "What goes in, what should come out.", example: "Photos of receipts in, CSV out." }),
  })
  .meta({ id: "SkillRequestInput" });
export type SkillRequestInput = z.output<typeof SkillRequestInput>;

export const SkillRequest = z
  .object({
    id: Id,
    title: z.string().meta({ example: "Read receipts into a table" }),
    text: z.string(),
    votes: z.number().int().meta({ description: "Accounts that want it.", example: 12 }),
    voted: z.boolean().meta({ description: "Whether you want it; false without an account." }),
    offers: z
      .array(z.object({ slug: z.string().meta({ example: "receipt-reader" }), name: z.string() }))
      .meta({ description: "Skills on the marketplace that their developers offer for it." }),
    created_at: Time,
  })
  .meta({ id: "SkillRequest" });
export type SkillRequest = z.input<typeof SkillRequest>;
export const SkillRequestList = pageOf(SkillRequest).meta({ id: "SkillRequestList" });

const search = z
  .string()
  .trim()
  .max(LIMITS.search.maxLength)
  .refine(isStorable, { error: "must be well-formed text" })
  .optional()
  .meta({ description: "Words of the request, all of them.", example: "receipts" });

export const SkillRequestQuery = z.object({
  search,
  sort: z
    .enum(["votes", "newest"])
    .default("votes")
    .meta({ id: "SkillRequestSort", description: "Most wanted or newest first.", example: "votes" }),
  ...pageQuery(DEFAULT_PAGE_SIZE),
});
export type SkillRequestQuery = z.output<typeof SkillRequestQuery>;

export const SkillOfferInput = z
  .strictObject({
    skill: z
      .string()
      .max(LIMITS.slug.maxLength)
      .meta({ description: "Slug of your skill, which must be on the marketplace.", example: "receipt-reader" }),
  })
  .meta({ id: "SkillOfferInput" });

/** A request as administrators see it. */
export const ModeratedRequest = SkillRequest.omit({ voted: true })
  .extend({
    asked_by: z.object({ id: Id, email: z.string().meta({ example: "ada@example.com" }) }),
    reported_at: Time.nullable().meta({
      description: "When it was first reported; null once an administrator keeps it.",
    }),
  })
  .meta({ id: "ModeratedSkillRequest" });
export type ModeratedRequest = z.input<typeof ModeratedRequest>;
export const ModeratedRequestList = pageOf(ModeratedRequest).meta({ id: "ModeratedSkillRequestList" });
export const ModeratedRequestQuery = z.object({
  search,
  reported: z.enum(["true"]).optional().meta({ description: "Only those that are reported.", example: "true" }),
  ...pageQuery(DEFAULT_PAGE_SIZE),
});
export type ModeratedRequestQuery = z.output<typeof ModeratedRequestQuery>;
