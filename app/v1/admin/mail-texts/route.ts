import { endpoint } from "@/lib/interfaces/http/endpoint";
import { MailTextList } from "@/lib/platform/notifications/mail-text-schemas";
import * as mailTexts from "@/lib/platform/notifications/mail-texts";

export const GET = endpoint(
  {
    operationId: "adminListMailTexts",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "List the kinds of mail with their texts and placeholders",
    result: MailTextList,
  },
  () => mailTexts.list(),
);
