import type { ReactNode } from "react";
import { ActButton } from "@/app/(account)/organizations/_components/act-button";
import { AccountMark } from "@/components/shell/account-mark";
import { LinkTabs } from "@/components/ui/link-tabs";
import { PageHead } from "@/components/ui/panel";
import { may, ROLE_TEXTS } from "@/lib/identity/keys/permissions";
import type { Caller } from "@/lib/platform/core/caller";

type Props = {
  caller: Caller & Required<Pick<Caller, "organization">>;
  /** The account that the other pages of this tab show. */
  actingId: string | undefined;
  current: "" | "/skills" | "/allowed-skills" | "/plugins" | "/settings" | "/sign-in" | "/audit";
  children: ReactNode;
};

/** The head of an organization's pages, and the tabs that the viewer's role may open. */
export function Frame({ caller, actingId, current, children }: Props) {
  const { handle, role } = caller.organization;
  const base = `/organizations/${handle}`;
  const tabs = [
    { href: base, title: "Members" },
    { href: `${base}/skills`, title: "Private skills" },
    { href: `${base}/allowed-skills`, title: "Allowed skills" },
    { href: `${base}/plugins`, title: "Plugins" },
    { href: `${base}/settings`, title: "Settings" },
    ...(may(caller, "manage")
      ? [
          { href: `${base}/sign-in`, title: "Sign-in" },
          { href: `${base}/audit`, title: "Audit log" },
        ]
      : []),
  ];
  return (
    <>
      <div className="mb-3">
        <AccountMark id={caller.accountId} name={caller.name} />
      </div>
      <PageHead
        title={caller.name}
        action={actingId === caller.accountId ? null : <ActButton id={caller.accountId} name={caller.name} />}
      >
        {handle} · You are {ROLE_TEXTS[role].name.toLowerCase()}: {ROLE_TEXTS[role].text.toLowerCase()}.
      </PageHead>
      <LinkTabs label="Organization" tabs={tabs} current={`${base}${current}`}>
        {children}
      </LinkTabs>
    </>
  );
}
