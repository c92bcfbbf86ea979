import { z } from "zod";
import { Id, Time } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { pageOf } from "@/lib/platform/core/page";
import { CONTENT_NAMES } from "@/lib/supply/skills/content-fields";

const MAX_PATH_CHARS = 500;

export const CommentInput = z
  .strictObject({
    text: z
      .string()
      .trim()
      .min(1)
      .max(LIMITS.comment.maxLength)
      .meta({ example: "What does this line send, and where to?" }),
    field: z
      .enum(CONTENT_NAMES as [string, ...string[]])
      .meta({ id: "CommentedField" })
      .optional()
      .meta({ description: "The field that it is about.", example: "description" }),
    file: z
      .string()
      .min(1)
      .max(MAX_PATH_CHARS)
      .optional()
      .meta({ description: "The file of the package that it is about.", example: "scripts/run.sh" }),
    line: z
      .number()
      .int()
      .min(1)
      .max(LIMITS.fileLine.max)
      .optional()
      .meta({ description: "The line of that file, or of the readme.", example: 12 }),
  })
  .refine(({ field, file }) => field === undefined || file === undefined, {
    error: "is about a field or a file, not both",
    path: ["file"],
  })
  .refine(({ field, file, line }) => line === undefined || file !== undefined || field === "readme", {
    error: "needs a file, or the field readme",
    path: ["line"],
  })
  .meta({
    id: "CommentInput",
    example: { text: "What does this line send, and where to?", file: "scripts/run.sh", line: 12 },
  });
export type CommentInput = z.output<typeof CommentInput>;

export const SubmissionComment = z
  .object({
    id: Id,
    revision: z.number().int(),
    from: z.enum(["reviewer", "developer"]).meta({ id: "CommentAuthor" }),
    author: z.object({ id: Id.nullable(), name: z.string() }).meta({
      description: "Developers are not told which administrator it was: the id is null.",
    }),
    field: z.string().nullable(),
    file: z.string().nullable(),
    line: z.number().int().nullable(),
    text: z.string(),
    created_at: Time,
  })
  .meta({ id: "SubmissionComment" });
export type SubmissionComment = z.input<typeof SubmissionComment>;
export const SubmissionComments = pageOf(SubmissionComment).meta({ id: "SubmissionComments" });

export const AppealInput = z
  .strictObject({
    reason: z.string().trim().min(1).max(LIMITS.comment.maxLength).meta({
      description: "Why the rejection is wrong.",
      example: "The script downloads nothing: line 12 only prints the address.",
    }),
  })
  .meta({ id: "AppealInput" });
export type AppealInput = z.output<typeof AppealInput>;
