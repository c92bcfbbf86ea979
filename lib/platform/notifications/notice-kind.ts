import type { Message } from "@/lib/platform/notifications/message";

/** One kind of notification: all that there is to say about it. */
export type NoticeKind<Data> = {
  about: string;
  sample: Data;
  message: (data: Data) => Message;
  /** Whether its sentences depend on its data, so that its default text is not one with blanks. */
  varies?: boolean;
  /** False if it may be frequent, so that it is shown, but not mailed. */
  isMailed?: boolean;
  event?: { type: string; data: (data: Data) => Record<string, unknown> };
};

/** A kind of notification with its data. Amounts are decimal text. */
export const notice = <Data extends object>(kind: NoticeKind<Data>) => kind;

/** A kind that an account may turn off, under this title, and whether it is about what the account buys or sells. */
const optional =
  (side: "buying" | "selling") =>
  <Data extends object>(title: string, kind: NoticeKind<Data>) => ({ ...kind, title, side });
export const buyerNotice = optional("buying");
export const sellerNotice = optional("selling");

export const ID = "019a0000-0000-7000-8000-000000000000";
/** Samples of a skill as its developer knows it, and as others do. */
export const SKILL = { skill: "Text statistics", skillId: ID };
export const SLUG = { skill: "Text statistics", slug: "text-statistics" };
