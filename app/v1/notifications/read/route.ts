import { endpoint } from "@/lib/http/endpoint";
import { ReadInput, Unread } from "@/lib/notifications/schemas";
import * as notifications from "@/lib/notifications/service";

export const POST = endpoint(
  {
    operationId: "markNotificationsRead",
    access: "account",
    tag: "Account",
    summary: "Mark notifications as read",
    body: ReadInput,
    result: Unread,
  },
  ({ caller, body }) => notifications.markRead(caller, body),
);
