/** Requests for a refund as their buyers, the developers and the administrators read them. */

import {
  type AdminRefundRequest,
  REFUND_REQUEST_STATES,
  type RefundRequest,
  type RefundRequestQuery,
  type RefundRequestState,
} from "@/lib/demand/purchases/refund-request-schemas";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { notFound } from "@/lib/platform/core/errors";
import { toCredits } from "@/lib/platform/core/money";
import { readPage } from "@/lib/platform/core/page-query";
import type { Interval } from "@/lib/supply/skills/schemas";

export type RequestRow = {
  id: string;
  purchase_id: string;
  buyer_id: string;
  developer_id: string;
  slug: string;
  name: string;
  price_micros: string;
  interval: Interval;
  refunded_micros: string;
  reason: string;
  state: RefundRequestState;
  answer: string | null;
  answer_due_at: Date;
  answered_at: Date | null;
  note: string | null;
  decided_at: Date | null;
  created_at: Date;
};

const TABLES = `refund_request q JOIN purchase p ON p.id = q.purchase_id JOIN skill s ON s.id = p.skill_id
    JOIN skill_revision r ON r.id = coalesce(s.live_revision_id, s.current_revision_id)`;
const COLUMNS = `q.id, q.purchase_id, q.buyer_id, q.developer_id, s.slug, r.name, p.price_micros, p.interval, p.refunded_micros,
    q.reason, q.state, q.answer, q.answer_due_at, q.answered_at, q.note, q.decided_at, q.created_at`;

/** A request as its buyer and the developer see it; neither learns who the other is. */
export function toRequestView(row: RequestRow): RefundRequest {
  return {
    id: row.id,
    purchase_id: row.purchase_id,
    skill: { slug: row.slug, name: row.name },
    amount: toCredits(BigInt(row.price_micros)),
    interval: row.interval,
    reason: row.reason,
    state: row.state,
    answer: row.answer,
    answer_due_at: row.answer_due_at,
    answered_at: row.answered_at,
    note: row.note,
    decided_at: row.decided_at,
    refunded: row.state === "refunded" ? toCredits(BigInt(row.refunded_micros)) : 0,
    created_at: row.created_at,
  };
}

/** A request by its id, as `db` sees it. */
export async function requireRequest(db: Queryable | undefined, id: string): Promise<RequestRow> {
  const [row] = await query<RequestRow>(
    "refundRequests.get",
    `SELECT ${COLUMNS} FROM ${TABLES} WHERE q.id = $1`,
    [id],
    db,
  );
  if (!row) throw notFound();
  return row;
}

/** The newest request of one of the caller's purchases. */
export async function ofPurchase({ accountId }: Caller, purchaseId: string): Promise<RefundRequest> {
  const newest = await prisma().refundRequest.findFirst({
    where: { purchaseId, buyerId: accountId },
    orderBy: { term: "desc" },
    select: { id: true },
  });
  if (!newest) throw notFound();
  return toRequestView(await requireRequest(undefined, newest.id));
}

export type RequestState = {
  purchase_id: string;
  state: RefundRequestState | null;
  answer: string | null;
  note: string | null;
  /** Whether the newest charge may be asked back now. */
  can_request: boolean;
};

/** Where the newest requests of some of the caller's purchases stand, and whether there may be another; by purchase. */
export async function stateOf({ accountId }: Caller, purchaseIds: string[]): Promise<Map<string, RequestState>> {
  const rows = await query<RequestState>(
    "refundRequests.ofPurchases",
    `SELECT p.id AS purchase_id, q.state, q.answer, q.note,
         (p.refunded_at IS NULL AND q.term IS DISTINCT FROM p.term
         AND coalesce(t.created_at > now() - make_interval(days => $3), false)) AS can_request
       FROM purchase p LEFT JOIN ledger_transaction t ON t.source_type = 'purchase'
         AND t.source_id = p.id || ':' || p.term
         LEFT JOIN LATERAL (SELECT * FROM refund_request WHERE purchase_id = p.id AND buyer_id = $1
           ORDER BY term DESC LIMIT 1) AS q ON true
      WHERE p.buyer_id = $1 AND p.id = ANY($2::uuid[])`,
    [accountId, purchaseIds, env().REFUND_REQUEST_DAYS],
  );
  return new Map(rows.map((row) => [row.purchase_id, row]));
}

/** The requests for refunds of the caller's skills: open ones oldest first, others newest first. */
export function listForDeveloper({ accountId }: Caller, { state, limit, offset }: RefundRequestQuery) {
  const isQueue = state === "open";
  const where = "q.developer_id = $1 AND ($2::text IS NULL OR q.state = $2)";
  const statement = {
    name: `refundRequests.developer.${isQueue ? "queue" : "all"}`,
    text: `SELECT ${COLUMNS} FROM ${TABLES} WHERE ${where}
      ORDER BY ${isQueue ? "q.created_at, q.id" : "q.created_at DESC, q.id DESC"} LIMIT $3 OFFSET $4`,
    matches: `refund_request q WHERE ${where}`,
    values: [accountId, state ?? null],
  };
  return readPage(statement, { limit, offset }, toRequestView);
}

/** How many requests wait for the caller's answer as a developer. */
export function countOpen({ accountId }: Caller): Promise<number> {
  return prisma().refundRequest.count({ where: { developerId: accountId, state: "open" } });
}

type AdminRow = RequestRow & {
  buyer_name: string;
  buyer_email: string;
  developer_name: string;
  developer_email: string;
  decider_id: string | null;
  decider_name: string | null;
};

const ADMIN_TABLES = `${TABLES} JOIN account b ON b.id = q.buyer_id JOIN account d ON d.id = q.developer_id
  LEFT JOIN account a ON a.id = q.decided_by`;
const ADMIN_COLUMNS = `${COLUMNS}, b.name AS buyer_name, b.email AS buyer_email,
  d.name AS developer_name, d.email AS developer_email,
    a.id AS decider_id, a.name AS decider_name`;

function toAdminView(row: AdminRow): AdminRefundRequest {
  return {
    ...toRequestView(row),
    buyer: { id: row.buyer_id, name: row.buyer_name, email: row.buyer_email },
    developer: { id: row.developer_id, name: row.developer_name, email: row.developer_email },
    decided_by: row.decider_id ? { id: row.decider_id, name: row.decider_name ?? "" } : null,
  };
}

/** All requests: those that wait for an administrator oldest first, others newest first. */
export async function listForAdmin({ state, limit, offset }: RefundRequestQuery) {
  const isQueue = state === "escalated";
  const where = "($1::text IS NULL OR q.state = $1)";
  const statement = {
    name: `refundRequests.admin.${isQueue ? "queue" : "all"}`,
    text: `SELECT ${ADMIN_COLUMNS} FROM ${ADMIN_TABLES} WHERE ${where}
      ORDER BY ${isQueue ? "q.created_at, q.id" : "q.created_at DESC, q.id DESC"} LIMIT $2 OFFSET $3`,
    matches: `refund_request q WHERE ${where}`,
    values: [state ?? null],
  };
  const [page, counts] = await Promise.all([readPage(statement, { limit, offset }, toAdminView), countByState()]);
  return { ...page, counts };
}

/** A request as an administrator sees it. */
export async function requireAdminView(id: string): Promise<AdminRefundRequest> {
  const [row] = await query<AdminRow>(
    "refundRequests.admin.get",
    `SELECT ${ADMIN_COLUMNS} FROM ${ADMIN_TABLES} WHERE q.id = $1`,
    [id],
  );
  if (!row) throw notFound();
  return toAdminView(row);
}

/** How many requests are in each state. */
export async function countByState(): Promise<Record<RefundRequestState, number>> {
  const rows = await prisma().refundRequest.groupBy({ by: "state", _count: true });
  const found = new Map(rows.map(({ state, _count }) => [state, _count]));
  const counts = REFUND_REQUEST_STATES.map((state) => [state, found.get(state) ?? 0]);
  return Object.fromEntries(counts) as Record<RefundRequestState, number>;
}
