import { endpoint } from "@/lib/interfaces/http/endpoint";
import { NoticeList, NoticeQuery } from "@/lib/platform/notifications/schemas";
import * as notifications from "@/lib/platform/notifications/service";

export const GET = endpoint(
  {
    operationId: "listNotifications",
    access: "account",
    tag: "Account",
    summary: "List your notifications, newest first",
    query: NoticeQuery,
    result: NoticeList,
  },
  ({ caller, query }) => notifications.list(caller, query),
);
