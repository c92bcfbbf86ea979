import { endpoint } from "@/lib/interfaces/http/endpoint";
import { MailTextInput, MailTextParams, MailTextView } from "@/lib/platform/notifications/mail-text-schemas";
import * as mailTexts from "@/lib/platform/notifications/mail-texts";

const COMMON = { access: "admin", scope: "admin", tag: "Administration", params: MailTextParams } as const;

export const PUT = endpoint(
  {
    ...COMMON,
    operationId: "adminPutMailText",
    summary: "Change the text of a kind of mail",
    description: "A mail whose placeholders have no value when it is sent goes out in the default text.",
    body: MailTextInput,
    result: MailTextView,
  },
  ({ caller, params, body }) => mailTexts.put(caller, params.kind, body),
);

export const DELETE = endpoint(
  {
    ...COMMON,
    operationId: "adminRestoreMailText",
    summary: "Restore the default text of a kind of mail",
    result: MailTextView,
  },
  ({ caller, params }) => mailTexts.restore(caller, params.kind),
);
