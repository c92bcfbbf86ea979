/**
 * Details of calls: its usage record says how each went at its endpoint. What went wrong, and parameters and answers, are stored
 * beside it for 7 days. Invariants: parameters are stored only while their account wants it; a developer sees them, and the answer,
 * only where the skill logs bodies, too.
 */

import type { CallDetail, DeveloperCall } from "@/lib/demand/usage/call-schemas";
import { type StoredUnit, toUsedUnits } from "@/lib/demand/usage/schemas";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query } from "@/lib/platform/core/db";
import { notFound } from "@/lib/platform/core/errors";
import type { CallDetail as Row, UsageRecord as UsageRow } from "@/lib/platform/core/generated/client";
import { JsonText } from "@/lib/platform/core/json";
import { log } from "@/lib/platform/core/log";
import { toCredits } from "@/lib/platform/core/money";
import { daysAgo, prune } from "@/lib/platform/jobs/pruning";
import { callerPseudonym } from "@/lib/supply/skills/signing";

const DETAIL_DAYS = 7;
/** Parameters and answers above this many characters are not stored. */
export const MAX_BODY_CHARS = 16 * 1024;
/** Details are written in batches this often, off the path of the call, and sooner when this many wait. */
const WRITE_DELAY_MS = 1_000;
const MAX_WAITING = 500;

/** What is stored beside the usage record of a call; `id` is that of its hold. */
export type CallNote = {
  id: string;
  account_id: string;
  skill_id: string;
  reason: string | null;
  message: string | null;
  parameters: string | null;
  result: string | null;
};

let waiting: CallNote[] = [];
let timer: NodeJS.Timeout | undefined;

/** Records details of a call, if there are any; written in a batch shortly after. */
export function noteCall(note: CallNote): void {
  if ((note.message ?? note.parameters ?? note.result) === null) return;
  waiting.push(note);
  if (waiting.length >= MAX_WAITING) void flushCalls();
  else timer ??= setTimeout(() => void flushCalls(), WRITE_DELAY_MS).unref();
}

/** Writes what was recorded. Never throws: a detail that cannot be stored is missing, and its usage record is not. */
export async function flushCalls(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const notes = waiting;
  waiting = [];
  if (notes.length === 0) return;
  await query(
    "usage.details.add",
    `INSERT INTO call_detail (id, account_id, reason, message, parameters, result, is_shared)
       SELECT n.id, n.account_id, n.reason, n.message, CASE WHEN a.stores_parameters THEN n.parameters END,
         CASE WHEN a.stores_parameters AND s.logs_bodies THEN n.result END, a.stores_parameters AND s.logs_bodies
       FROM jsonb_to_recordset($1::jsonb) AS n (id uuid, account_id uuid, skill_id uuid, reason text, message text,
         parameters text, result text)
         JOIN account a ON a.id = n.account_id JOIN skill s ON s.id = n.skill_id
       WHERE a.closed_at IS NULL ORDER BY n.id
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(notes)],
  ).catch((error: unknown) => log.warn({ err: error, calls: notes.length }, "details of calls were not stored"));
}

/** Deletes the parameters that an account has stored, and the answers, inside the caller's transaction. */
export async function forgetParameters(db: Queryable, accountId: string): Promise<void> {
  await prisma(db).callDetail.updateMany({
    where: { accountId },
    data: { parameters: null, result: null, isShared: false },
  });
}

/** Deletes details of more than 7 days ago. Returns how many rows. */
export function expireCalls(): Promise<number> {
  const createdAt = { lt: daysAgo(DETAIL_DAYS) };
  return prune((limit) => prisma().callDetail.deleteMany({ where: { createdAt }, limit }));
}

/** One of the caller's calls or downloads. */
export async function get({ accountId }: Caller, id: string): Promise<CallDetail> {
  const row = await prisma().usageRecord.findFirst({ where: { id, accountId } });
  if (!row) throw notFound();
  const detail = await detailOf(row);
  return {
    ...commonOf(row, detail),
    skill: row.skillSlug,
    key_id: row.keyId,
    key_prefix: row.keyPrefix,
    parameters: jsonOrNull(detail?.parameters),
  };
}

/** One call of one of the caller's skills, by a caller without a name. */
export async function ofSkill({ accountId }: Caller, skillId: string, id: string): Promise<DeveloperCall> {
  const [skill, row] = await Promise.all([
    prisma().skill.findUnique({
      where: { id: skillId, ownerId: accountId },
      select: { pseudonymSecret: true },
    }),
    prisma().usageRecord.findFirst({ where: { id, skillId } }),
  ]);
  if (!skill || !row) throw notFound();
  const detail = await detailOf(row);
  const shared = detail?.isShared ? detail : null;
  return {
    ...commonOf(row, detail),
    caller_id: callerPseudonym(skill.pseudonymSecret, row.accountId),
    parameters: jsonOrNull(shared?.parameters),
    result: jsonOrNull(shared?.result),
  };
}

/** The detail of a call, if it is still stored. What this process has yet to write is written first. */
async function detailOf({ holdId, accountId }: UsageRow): Promise<Row | null> {
  await flushCalls();
  return holdId === null ? null : prisma().callDetail.findUnique({ where: { id: holdId, accountId } });
}

function commonOf(row: UsageRow, detail: Row | null) {
  return {
    id: row.id,
    call_id: row.holdId,
    request_id: row.requestId,
    version: row.skillVersion,
    tool: row.operation,
    kind: row.kind as "execute" | "download",
    status: row.status as "succeeded" | "failed",
    cost: toCredits(row.costMicros),
    units: toUsedUnits(row.units as StoredUnit[] | null),
    free: row.free,
    error_code: row.errorCode,
    error_message: detail?.message ?? null,
    reason: detail?.reason ?? null,
    endpoint_status: row.endpointStatus,
    endpoint_answers: row.endpointAnswers,
    first_byte_ms: row.firstByteMs,
    duration_ms: row.durationMs,
    request_bytes: row.requestBytes,
    response_bytes: row.responseBytes,
    created_at: row.createdAt,
  };
}

const jsonOrNull = (text: string | null | undefined) => (text == null ? null : new JsonText(text));
