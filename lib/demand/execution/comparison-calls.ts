/**
 * Calls of live API skills, of one endpoint or one of their tools, that compare the response with what was reviewed. Invariants: a call
 * can't be told from a new customer's (its pseudonym is fresh, its time random, its parameters those of the review: the seller's first
 * example or made from the schema), and nothing is charged; a skill gets at most three in any seven days.
 */
import { createHash } from "node:crypto";
import { type Drift, driftOf } from "@/lib/demand/execution/drift";
import { CALLED_LISTINGS, REASON } from "@/lib/demand/execution/not-compared";
import { compare } from "@/lib/demand/execution/probe";
import { responseProblem } from "@/lib/demand/execution/response-check";
import { callLiveTool, MAX_STORED_CHARS, type ReviewedTool } from "@/lib/demand/execution/tool-calls";
import { prisma, query, transaction } from "@/lib/platform/core/db";
import { AppError } from "@/lib/platform/core/errors";
import { firstIdOf, newId } from "@/lib/platform/core/ids";
import { JsonText } from "@/lib/platform/core/json";
import { lockRows } from "@/lib/platform/core/locks";
import { daysAgo, prune } from "@/lib/platform/jobs/pruning";
import { createSlots } from "@/lib/platform/jobs/slots";
import { notifyAdministrators } from "@/lib/platform/notifications/service";
import { pauseIfDue } from "@/lib/supply/review/sales-pauses";

const BATCH = 20;
/** Concurrent calls, of which a developer has at most a share: each may take as long as a call may. */
const SLOTS = 10;
const SLOTS_PER_OWNER = 2;
const STORED_DAYS = 90;
/** How much of a response that differs is stored. */
const MAX_SHOWN_CHARS = 4_000;
/** Hours between two calls of a skill at the least: three in seven days. */
const LEAST_HOURS = 57;
/** The chance that a skill which may be called is called by a run, of which there are six an hour: some eight hours on average. */
const CHANCE = 0.02;

type Due = {
  skill_id: string;
  revision_id: string;
  owner_id: string;
  version: number;
  name: string;
  endpoint: string;
  /** Of a skill with one endpoint: the reviewed response, and what the review flagged it for. */
  reviewed: string | null;
  was_cut: boolean;
  warnings: string[] | null;
  /** Of a skill with several tools: those that were called for the review. */
  tools: ReviewedTool[] | null;
};

const DUE = `
  SELECT l.skill_id, l.revision_id, l.owner_id, l.revision_number AS version, l.name, l.api_endpoint AS endpoint,
      p.result #>> '{response,body}' AS reviewed, p.result -> 'warnings' AS warnings,
      coalesce((p.result #>> '{response,body_truncated}')::boolean, false) AS was_cut, p.tools
    FROM ${CALLED_LISTINGS}
   WHERE ${REASON} IS NULL AND NOT EXISTS (SELECT 1 FROM comparison_call c
       WHERE c.skill_id = l.skill_id AND c.called_at > now() - make_interval(hours => $2))
     AND random() < $3
   ORDER BY row_number() OVER (PARTITION BY l.owner_id ORDER BY random()), random() LIMIT $1`;

const runSlots = createSlots<Due>({ job: "compare-responses", slots: SLOTS, idOf: ({ skill_id }) => skill_id });

/** Forgets comparisons of more than 90 days ago. Returns how many. */
export function forgetComparisons(): Promise<number> {
  // Ids sort by time, so the primary key finds the oldest.
  const calledAt = { lt: daysAgo(STORED_DAYS) };
  const where = { id: { lt: firstIdOf(calledAt.lt) }, calledAt };
  return prune((limit) => prisma().comparisonCall.deleteMany({ where, limit }));
}

/** Calls some of the skills that may be called now; `chance` is that of each. Returns how many were compared. */
export async function compareDue(chance = CHANCE): Promise<number> {
  // Selected once per run: selecting at each claim would raise the chance. Skills without a slot wait for later runs.
  const due = await query<Due>("execution.comparisons_due", DUE, [BATCH, LEAST_HOURS, chance]);
  return runSlots({ claim: async (free, taken) => take(due, free, taken), work: compareOne });
}

/** Takes at most `free` of those that are due, of each developer only what their share of the slots leaves. */
function take(due: Due[], free: number, taken: readonly Due[]): Due[] {
  const started: Due[] = [];
  for (const one of [...due]) {
    const own = [...taken, ...started].filter(({ owner_id }) => owner_id === one.owner_id).length;
    if (started.length === free || own >= SLOTS_PER_OWNER) continue;
    started.push(one);
    due.splice(due.indexOf(one), 1);
  }
  return started;
}

async function compareOne(due: Due): Promise<boolean> {
  const reviewed = due.tools === null ? null : anyOf(due.tools);
  // None of its tools has worked in the review.
  if (reviewed === undefined) return false;
  const id = await claim(due);
  if (id === null) return false;
  const call = reviewed === null ? await callEndpoint(due) : await callReviewedTool(due, reviewed);
  const about = { ...(reviewed && { tool: reviewed.tool }), ...(call.sent && { sent: call.sent }) };
  if (call.now === null) {
    await prisma().comparisonCall.update({ where: { id }, data: { ...about, failure: call.failure, found: "failed" } });
    return false;
  }
  const found = await driftOf({ ...call.before, now: call.now, host: URL.parse(due.endpoint)?.host ?? "" });
  await report(due, id, { about, found, received: call.now });
  return true;
}

type Found = { about: object; found: Drift[]; received: string };

/** Stores what a comparison found, notifies administrators, and pauses the skill's sales if that is due. */
async function report(due: Due, id: string, { about, found, received }: Found): Promise<void> {
  const isSevere = found.some(({ severity }) => severity === "severe");
  const texts = found.map(({ text }) => text);
  const shown = found.length > 0 && { received: received.slice(0, MAX_SHOWN_CHARS) };
  await transaction(async (db) => {
    const result = isSevere ? "severe" : found.length > 0 ? "minor" : "none";
    const data = { ...about, ...shown, differences: found, isSevere, found: result };
    await prisma(db).comparisonCall.update({ where: { id }, data });
    if (found.length === 0) return;
    const isPaused = isSevere && (await pauseIfDue(db, due.skill_id, texts));
    // One notification for each set of differences of a version, and one of a pause.
    const digest = createHash("sha256").update(JSON.stringify(texts.toSorted())).digest("hex");
    await notifyAdministrators(db, isPaused ? id : `${due.revision_id}:${digest}`, {
      kind: isSevere ? "skill_drifted" : "skill_differs",
      data: { skill: due.name, skillId: due.skill_id, differences: texts, ...(isPaused && { isPaused }) },
    });
  });
}

function anyOf(tools: readonly ReviewedTool[]): ReviewedTool | undefined {
  const worked = tools.filter(({ failure, text }) => failure === null && text !== null);
  return worked[Math.floor(Math.random() * worked.length)];
}

/** Notes a call before it is made, so that two processes, or one that ends, don't call twice; null when it must not be made now. */
async function claim({ skill_id, revision_id, version }: Due): Promise<string | null> {
  return transaction(async (db) => {
    // The next statement sees the rows of a process that held the lock before.
    await lockRows(db, "skill", "id", skill_id);
    const values = [newId(), skill_id, version, revision_id, LEAST_HOURS];
    const [row] = await query<{ id: string }>("execution.comparison_claim", CLAIM, values, db);
    return row?.id ?? null;
  });
}

const CLAIM = `
  INSERT INTO comparison_call (id, skill_id, version)
    SELECT $1, l.skill_id, $3 FROM listing l WHERE l.skill_id = $2 AND l.revision_id = $4
       AND NOT EXISTS (SELECT 1 FROM comparison_call c
       WHERE c.skill_id = $2 AND c.called_at > now() - make_interval(hours => $5))
  RETURNING id`;

/** A call of the marketplace: the response now, or null with why there is none, and what it is compared with. */
type Called = { sent: object | null; failure: string | null } & (
  | { now: null }
  | { now: string; before: { reviewed: string; schemaProblem: string | null; wasCut: boolean } }
);

/** Calls the one endpoint of a skill. A failed call has no response to compare. */
async function callEndpoint(due: Due): Promise<Called> {
  const compared = await compare(due.skill_id, due.revision_id).catch((error: unknown) => {
    // A schema whose example does not fit it: there is nothing to send.
    if (error instanceof AppError && error.status < 500) return error.message;
    throw error;
  });
  if (typeof compared === "string") return { sent: null, failure: compared, now: null };
  const { failure, response, request } = compared.result;
  const sent = request.body_truncated ? null : (JSON.parse(request.body) as object);
  if (!response || (failure && failure.reason !== "response_schema"))
    return { sent, failure: failure?.message ?? "It did not respond.", now: null };
  const problem = response.body_truncated
    ? null
    : responseProblem(compared.schema, `${due.revision_id}:response`, new JsonText(response.body));
  const schemaProblem = wasKnown(problem, due.warnings ?? []) ? null : problem;
  const before = { reviewed: due.reviewed ?? "", schemaProblem, wasCut: due.was_cut };
  return { sent, failure: null, now: response.body, before };
}

/** Calls a tool that worked in the review. */
async function callReviewedTool(due: Due, reviewed: ReviewedTool): Promise<Called> {
  const called = await callLiveTool(due.skill_id, due.revision_id, reviewed.tool);
  const { sent = null, failure = "It is another version now.", problem = null, text = null } = called ?? {};
  if (text === null) return { sent, failure, now: null };
  const schemaProblem = wasKnown(problem, [reviewed.problem ?? ""]) ? null : problem;
  const before = { reviewed: reviewed.text ?? "", schemaProblem, wasCut: reviewed.was_cut };
  return { sent, failure: null, now: text.slice(0, MAX_STORED_CHARS), before };
}

/** Whether the review has flagged the same problem. */
const wasKnown = (problem: string | null, warnings: readonly string[]) =>
  problem !== null && warnings.some((known) => unplaced(known).includes(unplaced(problem)));

/** A problem at any item of a list is the same. */
const unplaced = (problem: string) => problem.replace(/\[\d+\]/g, "[]");
