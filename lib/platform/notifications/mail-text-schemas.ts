import { z } from "zod";
import { Time } from "@/lib/platform/core/fields";
import { isPlainLine, isPlainText } from "@/lib/platform/core/hidden-characters";
import { LIMITS } from "@/lib/platform/core/limits";
import { pageOf } from "@/lib/platform/core/page";

export const MailTextParams = z.object({
  kind: z.string().meta({ description: "Kind of mail.", example: "reset_password" }),
});

export const MailTextInput = z
  .strictObject({
    subject: z
      .string()
      .trim()
      .min(1)
      .max(LIMITS.mailSubject.maxLength)
      .refine(isPlainLine, { error: "must be one line without invisible characters" })
      .meta({ description: "One line; also the mail's heading.", example: "Choose a new password" }),
    body: z
      .string()
      .trim()
      .min(1)
      .max(LIMITS.mailBody.maxLength)
      .refine(isPlainText, { error: "must not contain invisible characters" })
      .meta({
        description: "Plain text. Separate paragraphs with an empty line; {{link}} on its own becomes the button.",
        example: "Somebody asked for a new password at {{marketplace}}.\n\n{{link}}",
      }),
  })
  .meta({ id: "MailTextInput" });
export type MailTextInput = z.output<typeof MailTextInput>;

export const MailTextView = z
  .object({
    kind: z.string().meta({ example: "reset_password" }),
    description: z.string().meta({ example: "To choose a new password" }),
    placeholders: z.array(
      z.object({
        name: z.string().meta({ example: "marketplace" }),
        sample: z.string().meta({ example: "Skills Marketplace" }),
        is_required: z.boolean(),
      }),
    ),
    subject: z.string(),
    body: z.string(),
    is_default: z.boolean().meta({ description: "Whether the text is the default.", example: true }),
    default_subject: z.string(),
    default_body: z.string(),
    updated_at: Time.nullable().meta({ description: "Null for the default." }),
  })
  .meta({ id: "MailText" });
export type MailTextView = z.input<typeof MailTextView>;
export const MailTextList = pageOf(MailTextView).meta({ id: "MailTextList" });

export const MailPreview = z
  .object({
    subject: z.string().meta({ example: "Choose a new password" }),
    html: z.string().meta({ description: "The mail with sample values, as mail programs show it." }),
    text: z.string().meta({ description: "The same as plain text." }),
  })
  .meta({ id: "MailPreview" });
export type MailPreview = z.output<typeof MailPreview>;

export const MailTestSent = z
  .object({ sent_to: z.string().meta({ example: "ada@example.com" }) })
  .meta({ id: "MailTestSent" });
