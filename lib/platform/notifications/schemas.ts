import { z } from "zod";
import { Id, Time } from "@/lib/platform/core/fields";
import { cursorQuery, hasOneStart, ONE_START, pageOf, pageQuery } from "@/lib/platform/core/page";
import { OPTIONAL_NOTICES } from "@/lib/platform/notifications/notices";

const DEFAULT_PAGE_SIZE = 20;
const MAX_MARKED = 100;

export const NoticeView = z
  .object({
    id: Id,
    kind: z.string().meta({ example: "low_balance" }),
    title: z.string().meta({ example: "Your balance is down to $1.50" }),
    text: z.string(),
    path: z.string().nullable().meta({ description: "Where to act on it.", example: "/wallet" }),
    action: z.string().nullable().meta({ example: "Add funds" }),
    read_at: Time.nullable(),
    created_at: Time,
  })
  .meta({ id: "Notification" });

/** Kinds of notifications that an account may switch off: those about what it buys, and about its own skills. */
export const MutableNotice = z
  .enum(OPTIONAL_NOTICES.map(({ kind }) => kind))
  .meta({ id: "MutableNotice", example: "new_review" });
export type MutableNotice = z.output<typeof MutableNotice>;

export const NoticeQuery = z
  .object({
    unread: z
      .enum(["true", "false"])
      .optional()
      .meta({ description: "Only those that were not read.", example: "true" }),
    ...pageQuery(DEFAULT_PAGE_SIZE),
    ...cursorQuery(Id),
  })
  .refine(hasOneStart, ONE_START);
export type NoticeQuery = z.output<typeof NoticeQuery>;
export const NoticeList = pageOf(NoticeView).meta({ id: "NotificationList" });

export const ReadInput = z
  .strictObject({
    ids: z.array(z.uuid()).min(1).max(MAX_MARKED).optional().meta({ description: "Which; without it, all." }),
  })
  .meta({ id: "ReadInput", example: {} });
export type ReadInput = z.output<typeof ReadInput>;

export const Unread = z
  .object({ unread: z.number().int().meta({ description: "How many are left.", example: 0 }) })
  .meta({ id: "Unread" });
