/** Every kind of notification. Mails, their preview, switches, webhook events and types derive from this list. */
import { ACCOUNT_NOTICES } from "@/lib/platform/notifications/account-notices";
import type { Message } from "@/lib/platform/notifications/message";
import { MONEY_NOTICES } from "@/lib/platform/notifications/money-notices";
import { NAME_NOTICES } from "@/lib/platform/notifications/name-notices";
import type { NoticeKind } from "@/lib/platform/notifications/notice-kind";
import { OPERATION_NOTICES } from "@/lib/platform/notifications/operation-notices";
import { REFUND_NOTICES } from "@/lib/platform/notifications/refund-notices";
import { SELLER_NOTICES } from "@/lib/platform/notifications/seller-notices";
import { SKILL_NOTICES } from "@/lib/platform/notifications/skill-notices";

const NOTICES = {
  ...MONEY_NOTICES,
  ...SKILL_NOTICES,
  ...NAME_NOTICES,
  ...SELLER_NOTICES,
  ...REFUND_NOTICES,
  ...ACCOUNT_NOTICES,
  ...OPERATION_NOTICES,
};
type Kinds = typeof NOTICES;

export type Notice = {
  [K in keyof Kinds]: { kind: K; data: Parameters<Kinds[K]["message"]>[0] };
}[keyof Kinds];

type Data = Record<string, unknown>;

/** Every kind by its name. A cast: each takes the data that is stored under its own name. */
export const NOTICE_KINDS = NOTICES as unknown as Readonly<Record<Notice["kind"], NoticeKind<Data>>>;

/** The text of a stored notification; null for a kind of a newer release, which may have run before or beside this one. */
export function messageOf({ kind, data }: { kind: string; data: unknown }): Message | null {
  return Object.hasOwn(NOTICES, kind) ? NOTICE_KINDS[kind as Notice["kind"]].message(data as Data) : null;
}

type OptionalKind = { [K in keyof Kinds]: Kinds[K] extends { title: string } ? K : never }[keyof Kinds];

/** Kinds that an account may turn off, with the titles of their switches. */
export const OPTIONAL_NOTICES = Object.entries(NOTICES).flatMap(([kind, about]) =>
  "title" in about ? [{ kind: kind as OptionalKind, title: about.title, side: about.side }] : [],
);
