"use client";

import { CircleUserRound } from "lucide-react";
import { lazy } from "react";
import { Link } from "@/components/ui/link";
import { useOpener } from "@/components/ui/use-opener";
import { WhenOpened } from "@/components/ui/when-opened";

const load = () => import("@/components/shell/account-menu-list");
const AccountMenuList = lazy(() => load().then((module) => ({ default: module.AccountMenuList })));

const BUTTON = "size-9 place-items-center rounded-md text-muted hover:bg-raised hover:text-fg";

type Props = { name: string; email: string; isAdmin: boolean };

/** The account menu. Without JavaScript, the button is a link to the settings. */
export function AccountMenu({ name, email, isAdmin }: Props) {
  const { opener, openerProps, isOpen, setOpen } = useOpener(load, "menu");
  return (
    <div className="max-md:hidden">
      <button
        type="button"
        {...openerProps}
        aria-label="Your account"
        className={`grid aria-expanded:bg-raised aria-expanded:text-fg noscript:hidden ${BUTTON}`}
      >
        <CircleUserRound size={18} aria-hidden />
      </button>
      <Link href="/settings" aria-label="Settings" className={`hidden noscript:grid ${BUTTON}`}>
        <CircleUserRound size={18} aria-hidden />
      </Link>
      <WhenOpened isOpen={isOpen}>
        <AccountMenuList
          name={name}
          email={email}
          isAdmin={isAdmin}
          isOpen={isOpen}
          onOpenChange={setOpen}
          opener={opener}
        />
      </WhenOpened>
    </div>
  );
}
