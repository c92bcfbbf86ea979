import { endpoint } from "@/lib/http/endpoint";
import { NoticeList, NoticeQuery } from "@/lib/notifications/schemas";
import * as notifications from "@/lib/notifications/service";

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
