"use client";

import { Bell, Bookmark, LogOut, Settings } from "lucide-react";
import type { RefObject } from "react";
import { signOut } from "@/components/shell/sign-out";
import { Menu, MenuAction, MenuHead, MenuLink } from "@/components/ui/menu";

/** What the account's menu holds. */
export function AccountMenuList({
  name,
  email,
  ...state
}: {
  name: string;
  email: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  opener: RefObject<HTMLElement | null>;
}) {
  return (
    <Menu label="Account" {...state}>
      <MenuHead>
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-xs text-muted">{email}</p>
      </MenuHead>
      <MenuLink href="/favorites">
        <Bookmark size={15} aria-hidden className="text-muted" /> Saved skills
      </MenuLink>
      <MenuLink href="/notifications">
        <Bell size={15} aria-hidden className="text-muted" /> Notifications
      </MenuLink>
      <MenuLink href="/settings">
        <Settings size={15} aria-hidden className="text-muted" /> Settings
      </MenuLink>
      <MenuAction onAct={() => void signOut()}>
        <LogOut size={15} aria-hidden className="text-muted" /> Sign out
      </MenuAction>
    </Menu>
  );
}
