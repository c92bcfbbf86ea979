"use client";

import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { Link } from "@/components/ui/link";
import { accountQueries } from "@/lib/interfaces/client/account-queries";
import { walletQueries } from "@/lib/interfaces/client/wallet-queries";
import type { Balance } from "@/lib/money/ledger/schemas";
import { dollars } from "@/lib/platform/core/dollars";

type Props = { balance: Balance | null; unread: number };

/** A balance in a few characters, rounded down. */
const brief = (amount: number) => dollars(Math.floor(amount * 100) / 100);

/** The balance and the bell, which follow what happens on the page. */
export function LiveTools({ balance: balanceAtFirst, unread: unreadAtFirst }: Props) {
  const { data: balance } = useQuery({
    ...walletQueries.balance,
    ...(balanceAtFirst && { initialData: balanceAtFirst }),
  });
  const { data: unread } = useQuery({ ...accountQueries.unread, initialData: unreadAtFirst });
  return (
    <>
      <Link
        href="/wallet"
        className="rounded-full bg-accent-soft px-3 py-1 text-xs font-medium whitespace-nowrap text-accent-ink hover:brightness-95"
        aria-label={balance ? `Balance: ${dollars(balance.available)}` : "Wallet"}
      >
        {balance ? brief(balance.available) : "Wallet"}
      </Link>
      <Link
        href="/notifications"
        aria-label={unread > 0 ? `Notifications, ${unread} new` : "Notifications"}
        className="relative grid size-9 place-items-center rounded-md text-muted hover:bg-raised hover:text-fg max-sm:hidden"
      >
        <Bell size={17} aria-hidden />
        {unread > 0 && <span aria-hidden className="absolute top-1.5 right-1.5 size-2 rounded-full bg-accent" />}
      </Link>
    </>
  );
}
