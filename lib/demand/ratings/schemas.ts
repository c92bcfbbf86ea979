import { z } from "zod";
import { Id, Time } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { pageOf, pageQuery } from "@/lib/platform/core/page";
import { wholeNumber } from "@/lib/platform/core/query";

const DEFAULT_PAGE_SIZE = 20;

export const RatingInput = z
  .strictObject({
    rating: z.number().int().min(1).max(5).meta({ description: "1 (worst) to 5 (best).", example: 5 }),
    text: z
      .string()
      .trim()
      .max(LIMITS.review.maxLength)
      .default("")
      .meta({ description: "What others should know.", example: "Does what it says, fast." }),
  })
  .meta({ id: "ReviewInput" });
export type RatingInput = z.output<typeof RatingInput>;

export const RATING_SORTS = ["newest", "highest", "lowest"] as const;
export const RatingQuery = z.object({
  rating: wholeNumber(1, 5).optional().meta({ description: "Only reviews with so many stars.", example: 5 }),
  sort: z
    .enum(RATING_SORTS)
    .meta({ id: "ReviewSort" })
    .default("newest")
    .meta({ description: "The order.", example: "newest" }),
  ...pageQuery(DEFAULT_PAGE_SIZE),
});
export type RatingQuery = z.output<typeof RatingQuery>;

/** Plain text of one or more lines: other control characters, which only serve to deceive, are left out. */
const PlainText = z.string().transform((text) => text.replace(/(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/gu, "").trim());

export const ReplyInput = z
  .strictObject({
    text: PlainText.pipe(z.string().min(1, { error: "must not be blank" }).max(LIMITS.review.maxLength)).meta({
      description: "Plain text, shown under the review.",
      example: "Thank you. The next revision reads tables, too.",
    }),
  })
  .meta({ id: "ReplyInput" });
export type ReplyInput = z.output<typeof ReplyInput>;

export const OwnReviewsQuery = z.object({
  unanswered: z
    .enum(["true", "false"])
    .default("false")
    .transform((value) => value === "true")
    .meta({ description: "true leaves out those that you have answered.", example: "true" }),
  ...pageQuery(DEFAULT_PAGE_SIZE),
});
export type OwnReviewsQuery = z.output<typeof OwnReviewsQuery>;

export const RatingView = z
  .object({
    id: Id,
    rating: z.number().int().meta({ example: 5 }),
    text: z.string().meta({ example: "Does what it says, fast." }),
    author: z.object({ name: z.string().meta({ example: "Ada Lovelace" }) }),
    reply: z
      .object({ text: z.string().meta({ example: "Thank you." }), created_at: Time })
      .nullable()
      .meta({ description: "The developer's answer." }),
    is_own: z.boolean().meta({ description: "Whether the caller wrote it." }),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: "Review" });
export const RatingList = pageOf(RatingView).meta({ id: "ReviewList" });
