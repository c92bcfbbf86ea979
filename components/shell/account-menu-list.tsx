"use client";

import {
  Bookmark,
  Building2,
  ChartColumn,
  KeyRound,
  LogOut,
  Package,
  Settings,
  ShieldCheck,
  Store,
  Wallet,
} from "lucide-react";
import type { RefObject } from "react";
import { signOut } from "@/components/shell/sign-out";
import { Menu, MenuAction, MenuHead, MenuLink, MenuSeparator } from "@/components/ui/menu";

const PLACES = [
  { href: "/wallet", title: "Wallet", Icon: Wallet },
  { href: "/purchases", title: "Purchases", Icon: Package },
  { href: "/favorites", title: "Saved skills", Icon: Bookmark },
  { href: "/usage", title: "Usage", Icon: ChartColumn },
  { href: "/keys", title: "API keys", Icon: KeyRound },
  { href: "/organizations", title: "Organizations", Icon: Building2 },
  { href: "/settings", title: "Settings", Icon: Settings },
];

type Props = {
  name: string;
  email: string;
  isAdmin: boolean;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  opener: RefObject<HTMLElement | null>;
};

/** The items of the account menu. */
export function AccountMenuList({ name, email, isAdmin, ...state }: Props) {
  return (
    <Menu label="Account" {...state}>
      <MenuHead>
        <p className="truncate font-medium" dir="auto">
          {name}
        </p>
        <p className="truncate text-xs text-muted">{email}</p>
      </MenuHead>
      {PLACES.map(({ href, title, Icon }) => (
        <MenuLink key={href} href={href}>
          <Icon size={15} aria-hidden className="text-muted" /> {title}
        </MenuLink>
      ))}
      <MenuSeparator />
      <MenuLink href="/console">
        <Store size={15} aria-hidden className="text-muted" /> Console
      </MenuLink>
      {isAdmin && (
        <MenuLink href="/admin">
          <ShieldCheck size={15} aria-hidden className="text-muted" /> Admin
        </MenuLink>
      )}
      <MenuSeparator />
      <MenuAction onAct={() => void signOut()}>
        <LogOut size={15} aria-hidden className="text-muted" /> Sign out
      </MenuAction>
    </Menu>
  );
}
