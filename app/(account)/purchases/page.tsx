import type { Metadata } from "next";
import { readOffset } from "@/app/_lib/offset";
import { requireCaller } from "@/app/_lib/viewer";
import { ChangePlan } from "@/app/(account)/purchases/_components/change-plan";
import { EscalateRefund, RequestRefund } from "@/app/(account)/purchases/_components/refund-request";
import { RenewalButton } from "@/app/(account)/purchases/_components/renewal";
import { Badge } from "@/components/ui/badge";
import { buttonStyle } from "@/components/ui/button-style";
import { Link } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { usesOf } from "@/lib/demand/purchases/library";
import type { RequestState } from "@/lib/demand/purchases/refund-request-lists";
import * as refundRequests from "@/lib/demand/purchases/refund-request-lists";
import * as purchases from "@/lib/demand/purchases/service";
import { may } from "@/lib/identity/keys/permissions";
import { dayText } from "@/lib/interfaces/client/renewal";
import type { Caller } from "@/lib/platform/core/caller";
import { dollars } from "@/lib/platform/core/dollars";
import { includedText, planPrice } from "@/lib/supply/skills/plan-text";
import { isSamePlan, ONLY_PLAN } from "@/lib/supply/skills/plans";

export const metadata: Metadata = { title: "Purchases", robots: { index: false } };

const SHOWN = 25;
const REFUND_WORDS = {
  open: "requested. The developer decides first.",
  declined: "declined by the developer",
  escalated: "with an administrator",
  refunded: "made",
  rejected: "rejected",
  closed: "closed",
};

export default async function PurchasesPage({ searchParams }: { searchParams: Promise<{ offset?: string }> }) {
  const caller = await requireCaller("/purchases");
  const offset = readOffset((await searchParams).offset);
  const page = await purchases.list(caller, { limit: SHOWN, offset });
  const [uses, requests] = await Promise.all([
    usesOf(
      caller,
      page.data.map(({ skill }) => skill.slug),
    ),
    refundRequests.stateOf(
      caller,
      page.data.map(({ id }) => id),
    ),
  ]);
  const replaced = new Set(page.data.map(({ replaces }) => replaces));
  return (
    <ListPage
      title="Purchases"
      about="Active subscriptions keep their price. After you cancel, a subscription works until its period ends."
      path="/purchases"
      params={{}}
      label="Your purchases"
      page={page}
      keyOf={({ id }) => id}
      empty={{
        title: "No purchases yet",
        text: (
          <Link className="text-accent-ink underline" href="/skills?pricing_type=subscription">
            Browse subscriptions
          </Link>
        ),
      }}
      columns={[
        {
          title: "Skill",
          isMain: true,
          cell: ({ skill }) => (
            <>
              <Link className="hover:underline" href={`/skills/${skill.slug}`}>
                {skill.name}
              </Link>{" "}
              {uses.get(skill.slug) && (
                <Link
                  className="text-xs font-normal text-muted hover:underline"
                  href={`/skills/${skill.slug}?tab=versions`}
                >
                  version {uses.get(skill.slug)?.revisionNumber}
                </Link>
              )}
            </>
          ),
        },
        {
          title: "Status",
          cell: ({ id, status, refunded }) => (
            <>
              <Badge tone={status === "active" ? "ok" : "plain"}>
                {replaced.has(id) ? "plan changed" : refunded > 0 ? `refunded ${dollars(refunded)}` : status}
              </Badge>
              <RefundLine request={requests.get(id)} />
            </>
          ),
        },
        {
          title: "Price",
          isTight: true,
          cell: (row) => <Terms row={row} />,
        },
        {
          title: "Use",
          isAction: true,
          cell: (row) => (
            <Uses
              row={row}
              kind={uses.get(row.skill.slug)?.executionType ?? "both"}
              hasPlans={hasPlans(row, uses.get(row.skill.slug)?.plans)}
              request={requests.get(row.id)}
              caller={caller}
            />
          ),
        },
      ]}
    />
  );
}

/** The plan of a purchase, its price, and when that is charged next. */
function Terms({ row }: { row: Row }) {
  return (
    <>
      {row.plan && <span className="block font-medium max-md:inline">{row.plan} </span>}
      {row.trial && "Free trial, then "}
      {planPrice(row)}
      {(row.included_calls !== null || row.included_units.length > 0) && (
        <span className="block text-xs text-muted max-md:inline"> {includedText(row)}</span>
      )}
      <span className="block text-xs text-muted max-md:inline">
        {row.auto_renew && row.status === "active" ? " renews " : " ends "}
        {dayText(row.current_period_end)}
        {row.next_plan && row.status === "active" && ` as ${row.next_plan.name}, ${dollars(row.next_plan.price)}`}
      </span>
    </>
  );
}

/** Whether there is another plan to change to. */
const hasPlans = ({ plan }: Row, plans: string[] = []) => plans.some((name) => !isSamePlan(name, plan ?? ONLY_PLAN));

type Row = Awaited<ReturnType<typeof purchases.list>>["data"][number];

type Requested = RequestState | undefined;

/** The state of a request for a refund, with what was answered; a refund itself is the purchase's status. */
function RefundLine({ request }: { request: Requested }) {
  if (!request?.state || request.state === "refunded") return null;
  const said = request.note ?? request.answer;
  return (
    <span className="mt-1 block text-xs text-muted">
      Refund {REFUND_WORDS[request.state]}
      {said && <span className="block max-w-56 wrap-anywhere">“{said}”</span>}
    </span>
  );
}

/** What the buyer can do with a purchase; `kind` is how the skill is used now. */
function Uses({
  row: { id, skill, status, auto_renew, price, trial, plan, next_plan },
  kind,
  hasPlans,
  request,
  caller,
}: {
  row: Row;
  kind: string;
  hasPlans: boolean;
  request: Requested;
  caller: Caller;
}) {
  const isRunning = status === "active";
  return (
    <span className="flex flex-wrap gap-1.5 md:justify-end">
      {isRunning && kind !== "download" && may(caller, "use") && (
        <Link href={`/skills/${skill.slug}?tab=try`} className={buttonStyle({ size: "sm", variant: "primary" })}>
          Run
        </Link>
      )}
      {isRunning && kind !== "api" && may(caller, "use") && (
        <a href={`/v1/skills/${skill.slug}/download`} download className={buttonStyle({ size: "sm" })}>
          Download
        </a>
      )}
      {!trial && price > 0 && (
        <Link href={`/purchases/${id}/receipt`} className={buttonStyle({ size: "sm" })}>
          Receipt
        </Link>
      )}
      {isRunning && hasPlans && may(caller, "renew") && (
        <ChangePlan id={id} skill={skill} plan={next_plan?.name ?? plan} />
      )}
      {isRunning && may(caller, "renew") && <RenewalButton id={id} autoRenew={auto_renew} />}
      {request?.can_request && may(caller, "pay") && <RequestRefund id={id} name={skill.name} price={dollars(price)} />}
      {request?.state === "declined" && may(caller, "pay") && <EscalateRefund id={id} />}
    </span>
  );
}
