import { z } from "zod";
import { Time } from "@/lib/core/fields";
import { pageOf, pageQuery } from "@/lib/core/page";

const DEFAULT_PAGE_SIZE = 20;
const MAX_TEXT_CHARS = 2_000;

export const RatingInput = z
  .strictObject({
    rating: z.number().int().min(1).max(5).meta({ description: "1 (worst) to 5 (best).", example: 5 }),
    text: z
      .string()
      .trim()
      .max(MAX_TEXT_CHARS)
      .default("")
      .meta({ description: "What others should know.", example: "Does what it says, fast." }),
  })
  .meta({ id: "ReviewInput" });
export type RatingInput = z.output<typeof RatingInput>;

export const RatingQuery = z.object(pageQuery(DEFAULT_PAGE_SIZE));
export const RatingView = z
  .object({
    rating: z.number().int().meta({ example: 5 }),
    text: z.string().meta({ example: "Does what it says, fast." }),
    author: z.object({ name: z.string().meta({ example: "Ada Lovelace" }) }),
    is_own: z.boolean().meta({ description: "Whether the caller wrote it." }),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: "Review" });
export const RatingList = pageOf(RatingView).meta({ id: "ReviewList" });
