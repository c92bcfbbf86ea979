/** Claims of names as their sides and administrators see them. */
import { prisma, type Queryable, query } from "@/lib/platform/core/db";
import type { NameClaim as Row } from "@/lib/platform/core/generated/client";
import type { JudgedNameClaim, NAME_CLAIM_STATES, NameClaim } from "@/lib/supply/review/name-claim-schemas";

const DAY_MS = 86_400_000;
/** Days in which a claim, and an appeal, is decided. */
export const DECIDED_DAYS = 14;
/** Days in which the one who has a name can appeal before it is given, and the claimant when it is not. */
export const APPEAL_DAYS = { granted: 7, declined: 14 };

export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

type State = (typeof NAME_CLAIM_STATES)[number];
type Party = { id: string; handle: string; name: string; domains: string[]; is_public: boolean };

/** Whether an account may appeal: who loses the name before it is given, or the claimant who was declined first; once each. */
export function mayAppeal(row: Row, accountId: string): boolean {
  if (row.decidedAt === null || row.decidedBy === null || row.appealedBy === row.holderId) return false;
  if (row.state === "granted") return row.holderId === accountId && row.dueAt > new Date();
  const end = row.decidedAt.getTime() + APPEAL_DAYS.declined * DAY_MS;
  return row.state === "declined" && row.appealedBy === null && row.claimantId === accountId && end > Date.now();
}

/** Claims as one of their sides sees them. A claimant learns of a holder no more than a publisher's page shows. */
export async function toViews(rows: readonly Row[], accountId: string): Promise<NameClaim[]> {
  const parties = await partiesOf(rows);
  return rows.map((row) => {
    const holder = partyOf(parties, row.holderId);
    return {
      ...common(row, parties),
      claimant: shown(partyOf(parties, row.claimantId)),
      holder: holder.is_public || row.holderId === accountId ? shown(holder) : null,
      direction: row.claimantId === accountId ? "made" : "received",
      may_appeal: mayAppeal(row, accountId),
    };
  });
}

/** Claims as administrators see them. */
export async function toJudged(rows: readonly Row[], db?: Queryable): Promise<JudgedNameClaim[]> {
  const parties = await partiesOf(rows, db);
  return rows.map((row) => {
    const [claimant, holder] = [partyOf(parties, row.claimantId), partyOf(parties, row.holderId)];
    return {
      ...common(row, parties),
      claimant: { id: claimant.id, ...shown(claimant) },
      holder: { id: holder.id, ...shown(holder) },
      overdue: (row.state === "open" || row.state === "appealed") && row.dueAt <= new Date(),
    };
  });
}

function common(row: Row, parties: readonly Party[]) {
  return {
    id: row.id,
    kind: row.kind as NameClaim["kind"],
    name: row.name,
    domain: row.domain,
    domain_verified: row.domain !== null && partyOf(parties, row.claimantId).domains.includes(row.domain),
    evidence: row.evidence,
    state: row.state as State,
    reason: row.reason,
    appeal: row.appeal,
    appealed_by: sideOf(row),
    appeals: appealsOf(row),
    due_at: row.dueAt,
    created_at: row.createdAt,
    decided_at: row.decidedAt,
  };
}

function sideOf({ appealedBy, claimantId }: Row): NameClaim["appealed_by"] {
  if (appealedBy === null) return null;
  return appealedBy === claimantId ? "claimant" : "holder";
}

/** What each side said: the claimant appeals before the holder, if both do. */
function appealsOf(row: Row): NameClaim["appeals"] {
  const side = sideOf(row);
  return {
    claimant: row.claimantAppeal ?? (side === "claimant" ? row.appeal : null),
    holder: side === "holder" ? row.appeal : null,
  };
}

function partiesOf(rows: readonly Row[], db?: Queryable): Promise<Party[]> {
  const ids = [...new Set(rows.flatMap(({ claimantId, holderId }) => [claimantId, holderId]))];
  return query<Party>(
    "names.parties",
    `SELECT a.id, a.handle, a.name, proven_domains(a.id) AS domains, a.suspended_at IS NULL AND a.closed_at IS NULL
       AND EXISTS (SELECT 1 FROM listing l WHERE l.owner_id = a.id) AS is_public
       FROM account a WHERE a.id = ANY ($1::uuid[])`,
    [ids],
    db,
  );
}

const shown = ({ handle, name }: Party) => ({ handle, name });
const partyOf = (parties: readonly Party[], id: string): Party =>
  parties.find((party) => party.id === id) ?? { id, handle: "", name: "", domains: [], is_public: false };

/** How many claims are in each state. */
export async function countByState(): Promise<Record<State, number>> {
  const rows = await prisma().nameClaim.groupBy({ by: "state", _count: true });
  const counts: Record<State, number> = { open: 0, appealed: 0, granted: 0, given: 0, declined: 0 };
  for (const { state, _count } of rows) counts[state as State] = _count;
  return counts;
}
