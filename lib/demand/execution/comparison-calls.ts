/**
 * Calls of live API skills that compare their responses with what was reviewed. Invariants: a call can't be told from a new customer's
 * (its pseudonym is fresh, its time random, its parameters those of the review: the seller's first example or made from the schema), and
 * nothing is charged; a skill gets at most three in any seven days.
 */
import { createHash } from "node:crypto";
import { driftOf } from "@/lib/demand/execution/drift";
import { type Compared, compare } from "@/lib/demand/execution/probe";
import { responseProblem } from "@/lib/demand/execution/response-check";
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
  reviewed: string;
  was_cut: boolean;
  /** What the review's response was flagged for. */
  warnings: string[];
};

const DUE = `
  SELECT l.skill_id, l.revision_id, l.owner_id, l.revision_number AS version, l.name, l.api_endpoint AS endpoint,
      p.result #>> '{response,body}' AS reviewed, p.result -> 'warnings' AS warnings,
      coalesce((p.result #>> '{response,body_truncated}')::boolean, false) AS was_cut
    FROM listing l JOIN submission_probe p ON p.revision_id = l.revision_id
   WHERE l.execution_type <> 'download' AND l.endpoint_type = 'http' AND l.operations IS NULL
     AND l.api_endpoint IS NOT NULL
     -- A customer's call would carry the buyer's credentials, which we have none of.
     AND l.credentials IS NULL
     AND (p.result ->> 'ok')::boolean AND p.result #>> '{response,body}' IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM comparison_call c
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
  const id = await claim(due);
  if (id === null) return false;
  const compared = await compare(due.skill_id, due.revision_id).catch((error: unknown) => {
    // A schema whose example does not fit it: there is nothing to send.
    if (error instanceof AppError && error.status < 500) return null;
    throw error;
  });
  const found = compared === null ? null : await differences(due, compared);
  if (found === null) return false;
  const isSevere = found.some(({ severity }) => severity === "severe");
  const texts = found.map(({ text }) => text);
  await transaction(async (db) => {
    await prisma(db).comparisonCall.update({ where: { id }, data: { differences: found, isSevere } });
    if (found.length === 0) return;
    const isPaused = isSevere && (await pauseIfDue(db, due.skill_id, texts));
    // One notification for each set of differences of a version, and one of a pause.
    const digest = createHash("sha256").update(JSON.stringify(texts.toSorted())).digest("hex");
    await notifyAdministrators(db, isPaused ? id : `${due.revision_id}:${digest}`, {
      kind: isSevere ? "skill_drifted" : "skill_differs",
      data: { skill: due.name, skillId: due.skill_id, differences: texts, ...(isPaused && { isPaused }) },
    });
  });
  return true;
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

/** What differs; null for a call that failed otherwise, which says nothing about what customers read. */
async function differences(due: Due, { result, schema }: Compared) {
  const { failure, response } = result;
  if (!response || (failure && failure.reason !== "response_schema")) return null;
  const problem = response.body_truncated
    ? null
    : responseProblem(schema, `${due.revision_id}:response`, new JsonText(response.body));
  const wasKnown = problem !== null && due.warnings.some((known) => unplaced(known).includes(unplaced(problem)));
  return driftOf({
    reviewed: due.reviewed,
    now: response.body,
    host: URL.parse(due.endpoint)?.host ?? "",
    schemaProblem: wasKnown ? null : problem,
    wasCut: due.was_cut,
  });
}

/** A problem at any item of a list is the same. */
const unplaced = (problem: string) => problem.replace(/\[\d+\]/g, "[]");
