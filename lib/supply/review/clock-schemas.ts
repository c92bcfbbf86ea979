import { z } from "zod";
import { Time } from "@/lib/platform/core/fields";

const seconds = (description: string, example: number) =>
  z
    .number()
    .nullable()
    .meta({ description: `${description}, in seconds; null without any decision in that time.`, example });

export const ReviewClock = z
  .object({
    days: z.number().int().meta({ description: "The days that the times are of.", example: 30 }),
    decided: z.number().int().meta({ description: "Submissions decided in them.", example: 41 }),
    median_seconds: seconds("Half of them waited no longer than this", 14_400),
    p90_seconds: seconds("Nine in ten waited no longer than this", 93_600),
    target_seconds: z
      .number()
      .meta({ description: "How long a submission is meant to wait at most.", example: 172_800 }),
    waiting: z.number().int().meta({ description: "Submissions that wait now.", example: 6 }),
  })
  .meta({ id: "ReviewClock" });
export type ReviewClock = z.input<typeof ReviewClock>;

export const ReviewPlace = z
  .object({
    place: z.number().int().nullable().meta({
      description: "Its place among the submissions that wait, 1 for the next one; null when it doesn't wait.",
      example: 3,
    }),
    submitted_at: Time.nullable(),
    clock: ReviewClock,
  })
  .meta({ id: "ReviewPlace" });
