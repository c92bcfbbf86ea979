"use client";

import { ChevronsUpDown } from "lucide-react";
import { lazy } from "react";
import { AccountMark } from "@/components/shell/account-mark";
import { Link } from "@/components/ui/link";
import { useOpener } from "@/components/ui/use-opener";
import { WhenOpened } from "@/components/ui/when-opened";

const load = () => import("@/components/shell/account-switcher-list");
const AccountSwitcherList = lazy(() => load().then((module) => ({ default: module.AccountSwitcherList })));

export type Acting = {
  accountId: string;
  personId: string | null;
  name: string;
  organization: { handle: string; role: string } | null;
  accounts: { id: string; name: string; handle: string }[];
};

const BUTTON = "h-9 max-w-44 items-center gap-1.5 rounded-md px-1.5 text-sm hover:bg-raised max-md:max-w-28";

/** For whom the viewer acts, and the menu to act for another account; nothing for a person without an organization. */
export function AccountSwitcher(acting: Acting) {
  const { accountId, name, organization, accounts } = acting;
  const { opener, openerProps, isOpen, setOpen } = useOpener(load, "menu");
  if (accounts.length === 0) return null;
  const shown = (
    <>
      {organization && <AccountMark id={accountId} name={name} />}
      <span className="truncate">{organization ? name : "Personal"}</span>
    </>
  );
  return (
    <div className="min-w-0">
      <button
        type="button"
        {...openerProps}
        aria-label={`Acting for ${organization ? name : "yourself"}. Switch account`}
        className={`flex aria-expanded:bg-raised noscript:hidden ${BUTTON}`}
      >
        {shown}
        <ChevronsUpDown size={13} aria-hidden className="shrink-0 text-muted" />
      </button>
      <Link href="/organizations" className={`hidden noscript:flex ${BUTTON}`}>
        {shown}
      </Link>
      <WhenOpened isOpen={isOpen}>
        <AccountSwitcherList {...acting} isOpen={isOpen} onOpenChange={setOpen} opener={opener} />
      </WhenOpened>
    </div>
  );
}
