import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireAdministrator } from "@/app/admin/_lib/administrator";
import { AccountActions } from "@/app/admin/accounts/[id]/_components/account-actions";
import { Fee } from "@/app/admin/accounts/[id]/_components/fee";
import { History, Keys, Memberships, Purchases, Sessions, Skills } from "@/app/admin/accounts/[id]/_components/tables";
import { StateBadge } from "@/components/admin/account-badge";
import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy";
import { type Fact, Facts } from "@/components/ui/facts";
import { PageHead } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import * as accounts from "@/lib/operator/directory/service";
import { dollars } from "@/lib/platform/core/dollars";
import { AppError } from "@/lib/platform/core/errors";
import { isUuid } from "@/lib/platform/core/ids";
import * as site from "@/lib/platform/site/service";

export const metadata: Metadata = { title: "Account", robots: { index: false } };

export default async function AccountPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const viewer = await requireAdministrator(`/admin/accounts/${id}`);
  if (!isUuid(id)) notFound();
  const [account, { settings }] = await Promise.all([accounts.get(id), site.current()]).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  });
  const { suspension, balance, usage } = account;
  const facts: Fact[] = [
    ["Available", dollars(balance.available)],
    ["Held", dollars(balance.held)],
    ["Calls, 30 days", String(usage.calls), `${usage.failed} failed`],
    ["Spent on calls", dollars(usage.spent)],
    ["Two-factor authentication", account.two_factor ? "on" : "off"],
  ];
  return (
    <>
      <PageHead
        title={account.name}
        action={<AccountActions account={account} isOwn={account.id === viewer.accountId} />}
      >
        <span className="flex flex-wrap items-center gap-2">
          {account.kind === "organization" ? `@${account.handle}` : account.email}
          {account.kind === "organization" && <Badge>organization</Badge>}
          {account.role === "admin" && <Badge tone="accent">administrator</Badge>}
          <StateBadge account={account} />
          <span className="text-xs">
            registered <RelativeTime time={new Date(account.created_at)} />
          </span>
        </span>
        <span className="mt-1 flex items-center gap-2 font-mono text-2xs">
          {account.id} <CopyButton text={account.id} label="Copy id" />
        </span>
      </PageHead>
      {suspension && (
        <p className="mb-4 rounded-md border border-bad/40 bg-raised px-3 py-2 text-sm">
          <span className="font-medium text-bad">
            Suspended <RelativeTime time={new Date(suspension.since)} />.
          </span>{" "}
          {suspension.reason}
        </p>
      )}
      <Facts facts={facts} className="mb-4 lg:grid-cols-5" />
      <div className="grid gap-4">
        <History events={account.history} accountId={account.id} />
        {account.id !== viewer.accountId && account.closed_at === null && (
          <Fee
            key={String(account.fee_percent)}
            id={account.id}
            percent={account.fee_percent}
            general={settings.fee_percent}
          />
        )}
        <Memberships memberships={account.memberships} isOrganization={account.kind === "organization"} />
        <Skills skills={account.skills} total={account.skill_count} />
        <Purchases purchases={account.purchases} accountId={account.id} />
        <Keys keys={account.keys} />
        <Sessions sessions={account.sessions} />
      </div>
    </>
  );
}
