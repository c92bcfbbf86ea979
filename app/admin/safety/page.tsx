import type { Metadata } from "next";
import { requireAdministrator } from "@/app/admin/_lib/administrator";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { Empty, PageHead, Panel } from "@/components/ui/panel";
import type { SafetySignal } from "@/lib/operator/safety/schemas";
import * as safety from "@/lib/operator/safety/service";
import { dollars } from "@/lib/platform/core/dollars";

export const metadata: Metadata = { title: "Safety", robots: { index: false } };

const TITLES: Record<SafetySignal["kind"], string> = {
  shared_address: "Many accounts on one IP address",
  buying_ring: "Developers who buy from each other",
  shared_with_buyers: "Buyers on their developer's IP address",
  refund_spike: "Skills with many refunds",
  refunded_buyer: "Accounts with many refunds or disputes",
};

export default async function SafetyPage() {
  await requireAdministrator("/admin/safety");
  const { data } = await safety.signals();
  const kinds = (Object.keys(TITLES) as SafetySignal["kind"][]).filter((kind) =>
    data.some((signal) => signal.kind === kind),
  );
  return (
    <>
      <PageHead title="Safety">
        Signals to investigate, computed now. None is proof, and no action is taken automatically.
      </PageHead>
      {kinds.length === 0 ? (
        <Empty title="No signals">Nothing unusual in accounts, purchases and refunds over the last 30 days.</Empty>
      ) : (
        <div className="grid gap-4">
          {kinds.map((kind) => (
            <Panel key={kind} title={TITLES[kind]}>
              <ul className="grid divide-y divide-line text-sm">
                {data
                  .filter((signal) => signal.kind === kind)
                  .map((signal) => (
                    <Signal key={`${signal.subject} ${signal.accounts.map(({ id }) => id).join()}`} signal={signal} />
                  ))}
              </ul>
            </Panel>
          ))}
        </div>
      )}
    </>
  );
}

function Signal({ signal: { kind, subject, text, amount, accounts, skill, count } }: { signal: SafetySignal }) {
  return (
    <li className="grid gap-1 py-2 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-2 wrap-anywhere">
        {kind === "shared_address" && <code className="text-xs">{subject}</code>}
        {skill && (
          <Link className="font-medium underline" href={`/admin/queue?skill=${skill.id}`}>
            {skill.slug}
          </Link>
        )}
        {text}
        {amount !== null && amount > 0 && <Badge>{dollars(amount)}</Badge>}
      </p>
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-xs">
        {accounts.map(({ id, email }) => (
          <Link key={id} className="text-accent-ink underline wrap-anywhere" href={`/admin/accounts/${id}`}>
            {email}
          </Link>
        ))}
        {kind === "shared_address" && count > accounts.length && (
          <span className="text-muted">and {count - accounts.length} more</span>
        )}
      </p>
    </li>
  );
}
