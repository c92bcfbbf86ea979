"use client";

import { CircleUserRound } from "lucide-react";
import { lazy } from "react";
import { useOpener } from "@/components/ui/use-opener";
import { WhenOpened } from "@/components/ui/when-opened";

const load = () => import("@/components/shell/account-menu-list");
const AccountMenuList = lazy(() => load().then((module) => ({ default: module.AccountMenuList })));

const BUTTON = "size-8 place-items-center rounded-md text-muted hover:bg-raised hover:text-fg";

/** Who is signed in, the settings, and the way out. Without scripts the button is a link to the settings. */
export function AccountMenu({ name, email }: { name: string; email: string }) {
  const { opener, openerProps, isOpen, setOpen } = useOpener(load, "menu");
  return (
    <div className="max-[859px]:hidden">
      <button
        type="button"
        {...openerProps}
        aria-label="Your account"
        className={`grid aria-expanded:bg-raised aria-expanded:text-fg noscript:hidden ${BUTTON}`}
      >
        <CircleUserRound size={18} aria-hidden />
      </button>
      <a href="/settings" aria-label="Settings" className={`hidden noscript:grid ${BUTTON}`}>
        <CircleUserRound size={18} aria-hidden />
      </a>
      <WhenOpened isOpen={isOpen}>
        <AccountMenuList name={name} email={email} isOpen={isOpen} onOpenChange={setOpen} opener={opener} />
      </WhenOpened>
    </div>
  );
}
