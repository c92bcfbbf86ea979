import { endpoint } from "@/lib/interfaces/http/endpoint";
import { MailPreview, MailTextInput, MailTextParams } from "@/lib/platform/notifications/mail-text-schemas";
import * as mailTexts from "@/lib/platform/notifications/mail-texts";

export const POST = endpoint(
  {
    operationId: "adminPreviewMailText",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Show a mail text with sample values, without storing it",
    params: MailTextParams,
    body: MailTextInput,
    result: MailPreview,
  },
  ({ params, body }) => mailTexts.preview(params.kind, body),
);
