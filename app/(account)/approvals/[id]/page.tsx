import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { skillOrNull } from "@/app/_lib/skill";
import { requireCaller } from "@/app/_lib/viewer";
import { Decision } from "@/app/(account)/approvals/[id]/_components/decision";
import { TrustPanel } from "@/components/skills/trust-panel";
import { Callout } from "@/components/ui/callout";
import { Facts } from "@/components/ui/facts";
import { Link } from "@/components/ui/link";
import { PageHead, Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import { STATE_TITLES } from "@/components/wallet/approval-states";
import type { Approval } from "@/lib/demand/approvals/schemas";
import * as approvals from "@/lib/demand/approvals/service";
import * as spending from "@/lib/demand/usage/spending";
import { dollars } from "@/lib/platform/core/dollars";
import { AppError } from "@/lib/platform/core/errors";

export const metadata: Metadata = { title: "Approval", robots: { index: false } };

const DOES: Record<Approval["kind"], string> = { execute: "run", download: "download", purchase: "subscribe to" };

export default async function ApprovalPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const caller = await requireCaller(`/approvals/${id}`);
  const approval = await approvals.get(caller, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  });
  const [skill, spent] = await Promise.all([
    skillOrNull(caller, approval.skill.slug),
    spending.spending(caller, { by: "key" }),
  ]);
  const who = approval.key.name ?? `${approval.key.prefix}…`;
  const { member } = approval.key;
  const name = approval.skill.name || approval.skill.slug;
  const ofKey = spent.data.find(({ subject }) => subject === approval.key.id)?.spent ?? 0;
  return (
    <>
      <p className="mb-1 text-xs">
        <Link className="text-muted hover:text-fg" href="/approvals">
          ← Approvals
        </Link>
      </p>
      <PageHead title={`${dollars(approval.price)} for ${name}`}>
        <span className="wrap-anywhere">
          {approval.key.is_program ? "The connected program" : "The key"} {who}
          {member && (
            <>
              {" "}
              of <bdi>{member.name}</bdi>
            </>
          )}{" "}
          wants to {DOES[approval.kind]}{" "}
          {skill ? (
            <Link className="underline" href={`/skills/${skill.slug}`}>
              {name}
            </Link>
          ) : (
            name
          )}
          .
        </span>
      </PageHead>
      <div className="grid gap-4">
        <Facts
          className="lg:grid-cols-3"
          facts={[
            ["Price", dollars(approval.price)],
            [`Spent by ${who}`, dollars(ofKey), "this month (UTC)"],
            ["Version", String(approval.version), skill && skill.version !== approval.version ? "not the newest" : ""],
          ]}
        />
        {approval.parameters !== null && (
          <Panel title="Request">
            <pre className="max-h-60 overflow-auto text-xs whitespace-pre-wrap wrap-anywhere">
              {approval.parameters}
            </pre>
          </Panel>
        )}
        {approval.state === "pending" || approval.state === "approved" ? (
          <Panel title={approval.state === "pending" ? "Decide" : "Approved"}>
            <p className="mb-3 text-sm text-muted">
              {approval.state === "pending" ? "The request expires " : "Not charged yet. The approval expires "}
              <RelativeTime time={new Date(approval.expires_at).toISOString()} />.
            </p>
            <Decision id={approval.id} price={approval.price} isPending={approval.state === "pending"} />
          </Panel>
        ) : (
          <Callout tone="accent" title={STATE_TITLES[approval.state]}>
            {approval.reason}
          </Callout>
        )}
        {skill && (
          <Panel>
            <TrustPanel skill={skill} />
          </Panel>
        )}
      </div>
    </>
  );
}
