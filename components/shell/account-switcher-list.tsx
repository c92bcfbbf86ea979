"use client";

import { Building2 } from "lucide-react";
import type { RefObject } from "react";
import type { Acting } from "@/components/shell/account-switcher";
import { actFor } from "@/components/shell/acting";
import { Menu, MenuChoices, MenuLink, MenuSeparator } from "@/components/ui/menu";

type Props = Acting & {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  opener: RefObject<HTMLElement | null>;
};

/** The accounts that one can act for. */
export function AccountSwitcherList({ accountId, personId, accounts, organization, name: _, ...state }: Props) {
  const options = [
    ...(personId === null ? [] : [{ value: personId, title: "Personal account" }]),
    ...accounts.map(({ id, name }) => ({ value: id, title: name })),
  ];
  return (
    <Menu label="Act for" {...state}>
      <MenuChoices
        label="Act for"
        value={accountId}
        options={options}
        onChoose={(id) => id !== accountId && actFor({ id, isPerson: id === personId })}
      />
      <MenuSeparator />
      {organization && (
        <MenuLink href={`/organizations/${organization.handle}`}>
          <Building2 size={15} aria-hidden className="text-muted" /> Members and settings
        </MenuLink>
      )}
      <MenuLink href="/organizations">
        <Building2 size={15} aria-hidden className="text-muted" /> All organizations
      </MenuLink>
    </Menu>
  );
}
