import { endpoint } from "@/lib/http/endpoint";
import { MailTextList } from "@/lib/notifications/mail-text-schemas";
import * as mailTexts from "@/lib/notifications/mail-texts";

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
