import { endpoint } from "@/lib/interfaces/http/endpoint";
import { MailTestSent, MailTextInput, MailTextParams } from "@/lib/platform/notifications/mail-text-schemas";
import * as mailTexts from "@/lib/platform/notifications/mail-texts";

export const POST = endpoint(
  {
    operationId: "adminTestMailText",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Mail a text with sample values to yourself, without storing it",
    params: MailTextParams,
    body: MailTextInput,
    result: MailTestSent,
  },
  ({ caller, params, body }) => mailTexts.sendTest(caller, params.kind, body),
);
