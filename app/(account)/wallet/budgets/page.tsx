import { Download } from "lucide-react";
import type { Metadata } from "next";
import { RoleNote } from "@/app/_lib/role-note";
import { requireCaller } from "@/app/_lib/viewer";
import { BudgetForm, type Subject } from "@/app/(account)/wallet/budgets/_components/budget-form";
import { BudgetTable } from "@/app/(account)/wallet/budgets/_components/budget-table";
import { SpendingTable } from "@/app/(account)/wallet/budgets/_components/spending-table";
import { ThresholdForm } from "@/app/(account)/wallet/budgets/_components/threshold-form";
import { buttonStyle } from "@/components/ui/button-style";
import { hrefOf } from "@/components/ui/href";
import { Link } from "@/components/ui/link";
import { PageHead, Panel } from "@/components/ui/panel";
import { Segmented } from "@/components/ui/segmented";
import * as spending from "@/lib/demand/usage/spending";
import { SPENDING_BY, type SpendingBy } from "@/lib/demand/usage/spending-schemas";
import { BudgetList } from "@/lib/identity/budgets/schemas";
import * as budgets from "@/lib/identity/budgets/service";
import { may } from "@/lib/identity/keys/permissions";
import { KeyList } from "@/lib/identity/keys/schemas";
import * as keys from "@/lib/identity/keys/service";
import * as members from "@/lib/identity/organizations/members";
import { dollars } from "@/lib/platform/core/dollars";
import { namesBySlug } from "@/lib/supply/skills/names";

export const metadata: Metadata = { title: "Budgets", robots: { index: false } };

const TITLES: Record<SpendingBy, string> = {
  skill: "By skill",
  key: "By key",
  member: "By member",
  day: "By day",
};

/** Members that the form offers. */
const MOST_MEMBERS = 1_000;

/** `skill` is the slug of a skill that the form begins with. */
type Search = { by?: string; skill?: string };

export default async function BudgetsPage({ searchParams }: { searchParams: Promise<Search> }) {
  const [caller, asked] = [await requireCaller("/wallet/budgets"), await searchParams];
  const ways = SPENDING_BY.filter((name) => caller.organization || name !== "member");
  const by = ways.find((name) => name === asked.by) ?? "skill";
  const [all, { data: ownKeys }, people, spent, bySkill] = await Promise.all([
    budgets.list(caller),
    keys.list(caller),
    caller.organization ? members.list(caller, { limit: MOST_MEMBERS, offset: 0 }) : null,
    spending.spending(caller, { by }),
    spending.spending(caller, { by: "skill" }),
  ]);
  const { data: rows } = BudgetList.parse(all);
  const slugs = [asked.skill, ...bySkill.data.map(({ subject }) => subject), ...rows.map(({ skill }) => skill)];
  const names = await namesBySlug([...new Set(slugs.filter((slug) => typeof slug === "string"))]);
  const subjects: Subject[] = [
    { value: "account", title: "All spending of this account" },
    ...(people?.data ?? []).map(({ id, name, email }) => ({
      value: `member:${id}`,
      title: `Member: ${name} (${email})`,
    })),
    ...KeyList.parse({ ...all, data: ownKeys }).data.map(({ id, name, prefix, client }) => ({
      value: `key:${id}`,
      title: `${client ? "Program" : "Key"}: ${name ?? prefix}`,
    })),
    ...[...names].map(([slug, name]) => ({ value: `skill:${slug}`, title: `Skill: ${name || slug}` })),
  ];
  return (
    <>
      <p className="mb-1 text-xs">
        <Link className="text-muted hover:text-fg" href="/wallet">
          ← Wallet
        </Link>
      </p>
      <PageHead title="Budgets">
        The most that this account, {caller.organization && "a member, "}a key or a skill may spend. A charge that
        doesn't fit is refused, and nothing is charged. Periods are UTC; weeks begin on Monday.
      </PageHead>
      <div className="grid gap-4">
        <Panel title="Your budgets">
          <BudgetTable rows={rows} mayChange={may(caller, "pay")} />
        </Panel>
        {may(caller, "pay") ? (
          <Panel title="Set a budget">
            <BudgetForm
              key={rows.length}
              subjects={subjects}
              initial={asked.skill && names.has(asked.skill) ? `skill:${asked.skill}` : "account"}
            />
          </Panel>
        ) : (
          <RoleNote permission="pay">Set budgets</RoleNote>
        )}
        {people && caller.organization && may(caller, "manage") && (
          <Panel title="Approvals of members">
            <p className="mb-3 text-sm text-muted">
              A larger charge of the member’s API keys and connected programs waits until an owner or billing approves
              it.
            </p>
            <ThresholdForm handle={caller.organization.handle} members={people.data} />
          </Panel>
        )}
        <Panel
          title="Spent this month"
          action={
            <Segmented
              label="Added up"
              options={ways.map((name) => ({
                href: hrefOf("/wallet/budgets", { by: name }),
                title: TITLES[name],
                isCurrent: name === by,
              }))}
            />
          }
        >
          <p className="mb-3 flex flex-wrap items-center justify-between gap-2 text-sm">
            <span>{dollars(spent.total)} for calls, purchases and renewals, minus refunds</span>
            <a href={hrefOf("/wallet/budgets/export", { by })} download className={buttonStyle({ size: "sm" })}>
              <Download size={14} aria-hidden /> CSV
            </a>
          </p>
          <SpendingTable rows={spent.data} by={by} budgets={rows} />
        </Panel>
      </div>
    </>
  );
}
