"use client";

import { Menu } from "lucide-react";
import { lazy } from "react";
import type { SiteMenuListProps } from "@/components/shell/site-menu-list";
import { useOpener } from "@/components/ui/use-opener";
import { WhenOpened } from "@/components/ui/when-opened";

const load = () => import("@/components/shell/site-menu-list");
const SiteMenuList = lazy(() => load().then((module) => ({ default: module.SiteMenuList })));

const BUTTON = "size-9 place-items-center rounded-md text-muted hover:bg-raised hover:text-fg";

/** Navigation on narrow screens. Without JavaScript, the button links to the page's footer. */
export function SiteMenu(props: Pick<SiteMenuListProps, "groups" | "isSignedIn">) {
  const { opener, openerProps, isOpen, setOpen } = useOpener(load, "dialog");
  return (
    <div className="md:hidden">
      <button type="button" {...openerProps} aria-label="Menu" className={`grid noscript:hidden ${BUTTON}`}>
        <Menu size={18} aria-hidden />
      </button>
      <a href="#site-links" aria-label="Links of this site" className={`hidden noscript:grid ${BUTTON}`}>
        <Menu size={18} aria-hidden />
      </a>
      <WhenOpened isOpen={isOpen}>
        <SiteMenuList {...props} isOpen={isOpen} onClose={() => setOpen(false)} opener={opener} />
      </WhenOpened>
    </div>
  );
}
