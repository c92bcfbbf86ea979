"use client";

import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { accountQueries } from "@/lib/client/account-queries";
import { credits } from "@/lib/client/format";
import { QueryProvider } from "@/lib/client/query-provider";
import { walletQueries } from "@/lib/client/wallet-queries";
import type { Balance } from "@/lib/ledger/schemas";

type Props = { balance: Balance | null; unread: number };

/** The balance and the bell, which follow what happens on the page. */
export function LiveTools(props: Props) {
  return (
    <QueryProvider>
      <Tools {...props} />
    </QueryProvider>
  );
}

function Tools({ balance: balanceAtFirst, unread: unreadAtFirst }: Props) {
  const { data: balance } = useQuery({
    ...walletQueries.balance,
    ...(balanceAtFirst && { initialData: balanceAtFirst }),
  });
  const { data: unread } = useQuery({ ...accountQueries.unread, initialData: unreadAtFirst });
  return (
    <>
      <a
        href="/wallet"
        className="rounded-full bg-accent-soft px-2.5 py-1 font-mono text-xs font-medium text-accent-ink"
        aria-label={balance ? `Balance: ${credits(balance.available)} credits` : "Wallet"}
      >
        {balance ? (
          <>
            {credits(balance.available)} <span className="max-sm:hidden">credits</span>
          </>
        ) : (
          "Wallet"
        )}
      </a>
      <a
        href="/notifications"
        aria-label={unread > 0 ? `Notifications, ${unread} new` : "Notifications"}
        className="relative grid size-8 place-items-center rounded-md text-muted hover:bg-raised hover:text-fg"
      >
        <Bell size={17} aria-hidden />
        {unread > 0 && <span aria-hidden className="absolute top-1 right-1 size-2 rounded-full bg-accent" />}
      </a>
    </>
  );
}
