import { endpoint } from "@/lib/interfaces/http/endpoint";
import { ReadInput, Unread } from "@/lib/platform/notifications/schemas";
import * as notifications from "@/lib/platform/notifications/service";

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
