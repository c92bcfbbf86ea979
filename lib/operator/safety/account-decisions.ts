/** What was decided against an account apart from its skills: removals, withheld payouts, and claims of names. */
import type { SellerDecision } from "@/lib/operator/safety/seller-decision-schemas";
import * as audit from "@/lib/platform/core/audit";
import { prisma } from "@/lib/platform/core/db";
import { dollars } from "@/lib/platform/core/dollars";
import { toCredits } from "@/lib/platform/core/money";
import { daysAgo } from "@/lib/platform/jobs/pruning";
import * as nameClaims from "@/lib/supply/review/name-claims";

const MOST = 100;
/** Days for which what happened once is listed. */
const LISTED_DAYS = 90;
const REMOVALS: Record<string, string> = {
  "account.unverify": "Your verified badge was removed",
  "account.remove_picture": "Your picture was removed",
  "account.lose_domain": "A domain's mark ended",
};

/** Decisions that are about none of the account's skills. `contact` says whom to write to. */
export async function decisionsAboutAccount(accountId: string, contact: string): Promise<SellerDecision[]> {
  const found = await Promise.all([
    removals(accountId, contact),
    failedPayouts(accountId, contact),
    restrictedAccount(accountId),
    claims(accountId),
  ]);
  return found.flat();
}

async function removals(accountId: string, contact: string): Promise<SellerDecision[]> {
  const rows = await prisma().auditEvent.findMany({
    where: {
      subjectType: "account",
      subjectId: accountId,
      action: { in: Object.keys(REMOVALS) },
      createdAt: { gt: daysAgo(LISTED_DAYS) },
    },
    orderBy: { createdAt: "desc" },
    take: MOST,
  });
  const names = await audit.namesIn(rows.map(({ id }) => id));
  return rows.map(({ id, action, details, createdAt }) => {
    const { reason } = details as { reason?: string };
    const domain = names.get(id)?.domain;
    const isDomain = action === "account.lose_domain";
    return {
      id: `removal:${id}`,
      kind: "removal",
      title: REMOVALS[action] ?? action,
      reason: reason ?? (isDomain ? "Its record could not be found for two weeks." : "No reason was given."),
      evidence: domain ? [domain] : [],
      since: createdAt,
      skill: null,
      appeal: {
        how: isDomain ? "Put the record back and check the domain again." : contact,
        operation: isDomain ? "POST /v1/account/domains" : null,
        page: "/console/profile",
      },
    };
  });
}

async function failedPayouts(accountId: string, contact: string): Promise<SellerDecision[]> {
  const rows = await prisma().payout.findMany({
    where: {
      developerId: accountId,
      state: { in: ["failed", "returning"] },
      createdAt: { gt: daysAgo(LISTED_DAYS) },
    },
    orderBy: { createdAt: "desc" },
    take: MOST,
  });
  return rows.map(({ id, amountMicros, state, failure, endedAt, createdAt }) => ({
    id: `withheld_payout:${id}`,
    kind: "withheld_payout",
    title: `A payout of ${dollars(toCredits(amountMicros))} ${state === "failed" ? "failed" : "is coming back"}`,
    reason: failure ?? "The payment processor refused it.",
    evidence: [id],
    since: endedAt ?? createdAt,
    skill: null,
    appeal: {
      how: `Its amount goes back to your earnings. Correct your bank details and request it again. ${contact}`,
      operation: "POST /v1/developer/payouts",
      page: "/console/earnings",
    },
  }));
}

/** Payouts are withheld while the processor asks for more. */
async function restrictedAccount(accountId: string): Promise<SellerDecision[]> {
  const row = await prisma().payoutAccount.findUnique({ where: { accountId } });
  if (!row?.processorAccountId || !row.detailsSubmitted || row.payoutsEnabled) return [];
  return [
    {
      id: `withheld_payout:${accountId}`,
      kind: "withheld_payout",
      title: "Your payouts are withheld",
      reason: "The payment processor asks for more before it pays you.",
      evidence: row.due,
      since: row.syncedAt ?? row.createdAt,
      skill: null,
      appeal: {
        how: "Open the processor's form from your earnings and complete it. It decides, and its form says how to object.",
        operation: "POST /v1/developer/payouts/account",
        page: "/console/earnings",
      },
    },
  ];
}

const CLAIM_STATES = {
  open: "is claimed",
  appealed: "is claimed: an appeal is in review",
  granted: "goes to its claimant",
  given: "went to its claimant",
  declined: "was claimed, which was declined",
};

async function claims(accountId: string): Promise<SellerDecision[]> {
  const { data } = await nameClaims.list({ accountId }, { limit: MOST, offset: 0 });
  return data.map(({ id, name, direction, state, reason, evidence, created_at, decided_at, may_appeal, due_at }) => ({
    id: `name_claim:${id}`,
    kind: "name_claim",
    title:
      direction === "made"
        ? `The name ${name}, which you claim, ${STATES_OF_OWN[state]}`
        : `Your name ${name} ${CLAIM_STATES[state]}`,
    reason: reason ?? "An administrator has not decided yet.",
    evidence: [evidence],
    since: decided_at ?? created_at,
    skill: null,
    appeal: {
      how: howToAppeal({ may_appeal, state, due_at }),
      operation: may_appeal ? `POST /v1/name-claims/${id}/appeal` : null,
      page: "/console/names",
    },
  }));
}

const STATES_OF_OWN = {
  open: "is in review",
  appealed: "is in review after an appeal",
  granted: "will be yours unless its holder appeals",
  given: "is yours",
  declined: "was not given to you",
};

type Claim = Awaited<ReturnType<typeof nameClaims.list>>["data"][number];

function howToAppeal({ may_appeal, state, due_at }: Pick<Claim, "may_appeal" | "state" | "due_at">): string {
  if (may_appeal)
    return state === "granted"
      ? `Appeal before ${new Date(due_at).toISOString().slice(0, 10)}: another administrator decides.`
      : "Appeal under Names: another administrator decides.";
  if (state === "open" || state === "appealed")
    return `It is decided by ${new Date(due_at).toISOString().slice(0, 10)}. You will be notified, and can appeal then if you haven't.`;
  return "There is nothing to appeal any more.";
}
