import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { Viewer } from "@/components/shell/header";
import * as accounts from "@/lib/accounts/service";
import type { Caller } from "@/lib/core/caller";
import { env } from "@/lib/core/env";
import * as ledger from "@/lib/ledger/service";
import * as notifications from "@/lib/notifications/service";

/** The account that looks at this page, or null; asked once a request. */
export const getCaller = cache(
  async (): Promise<Caller | null> => accounts.authenticateSession(await headers()),
);

/** What the head of the page shows of the account. */
export async function getViewer(): Promise<Viewer> {
  const caller = await getCaller();
  if (!caller) return null;
  const [balance, unread] = await Promise.all([ledger.balance(caller), notifications.countUnread(caller)]);
  return {
    name: caller.name,
    email: caller.email,
    isAdmin: caller.isAdmin,
    isVerified: caller.session?.emailVerified ?? true,
    balance,
    unread,
  };
}

/** Whether mails lie in a mailbox of this machine, where a visitor can read them. */
export function hasMailbox(): boolean {
  const { APP_ENV, SMTP_URL } = env();
  return APP_ENV === "local" && SMTP_URL === undefined;
}

/** The account that looks at this page; visitors are sent to sign in, and back afterwards. */
export async function requireCaller(path: string): Promise<Caller> {
  const caller = await getCaller();
  if (!caller) redirect(`/sign-in?next=${encodeURIComponent(path)}`);
  return caller;
}
