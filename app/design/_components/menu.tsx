"use client";

import { Settings } from "lucide-react";
import type { RefObject } from "react";
import { Menu, MenuAction, MenuHead, MenuLink } from "@/components/ui/menu";
import { notify } from "@/components/ui/notify";

/** A menu with everything that one can hold. */
export function ExampleMenu(state: {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  opener: RefObject<HTMLElement | null>;
}) {
  return (
    <Menu label="Example" {...state}>
      <MenuHead>A menu</MenuHead>
      <MenuLink href="/design">
        <Settings size={15} aria-hidden className="text-muted" /> A link
      </MenuLink>
      <MenuAction onAct={() => notify("Chosen.")}>Something to do</MenuAction>
    </Menu>
  );
}
