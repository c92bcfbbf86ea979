/**
 * Calls of live API skills that compare their responses with what was reviewed. Invariants: a call can't be told from a new customer's
 * (its pseudonym is fresh, its time random, its parameters the seller's examples or made from the schema), and nothing is charged; a skill gets at
 * most three in any seven days.
 */
import { driftOf } from "@/lib/demand/execution/drift";
import { type Compared, compare } from "@/lib/demand/execution/probe";
import { prisma, query, transaction } from "@/lib/platform/core/db";
import { AppError } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { forEachIsolated } from "@/lib/platform/jobs/isolated";
import { daysAgo, prune } from "@/lib/platform/jobs/pruning";
import { notifyAdministrators } from "@/lib/platform/notifications/service";
import { checkValue } from "@/lib/supply/skills/parameters";

const BATCH = 20;
const STORED_DAYS = 90;
/** Hours between two calls of a skill at the least: three in seven days. */
const LEAST_HOURS = 57;
/** The chance that a skill which may be called is called by a run, of which there are six an hour: some eight hours on average. */
const CHANCE = 0.02;

type Due = { skill_id: string; revision_id: string; version: number; name: string; reviewed: string; endpoint: string };

const DUE = `
  SELECT l.skill_id, l.revision_id, l.revision_number AS version, l.name, l.api_endpoint AS endpoint,
      p.result #>> '{response,body}' AS reviewed
    FROM listing l JOIN submission_probe p ON p.revision_id = l.revision_id
   WHERE l.execution_type <> 'download' AND l.endpoint_type = 'http' AND l.operations IS NULL
     AND l.api_endpoint IS NOT NULL
     -- A customer's call would carry the buyer's credentials, which we have none of.
     AND l.credentials IS NULL
     AND (p.result ->> 'ok')::boolean AND p.result #>> '{response,body}' IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM comparison_call c
       WHERE c.skill_id = l.skill_id AND c.called_at > now() - make_interval(hours => $2))
     AND random() < $3
   ORDER BY random() LIMIT $1`;

/** Forgets comparisons of more than 90 days ago. Returns how many. */
export function forgetComparisons(): Promise<number> {
  const where = { calledAt: { lt: daysAgo(STORED_DAYS) } };
  return prune((limit) => prisma().comparisonCall.deleteMany({ where, limit }));
}

/** Calls some of the skills that may be called now; `chance` is that of each. Returns how many were compared. */
export async function compareDue(chance = CHANCE): Promise<number> {
  const due = await query<Due>("execution.comparisons_due", DUE, [BATCH, LEAST_HOURS, chance]);
  const compared = await forEachIsolated("compare-responses", due, ({ skill_id }) => skill_id, compareOne);
  return compared.filter(Boolean).length;
}

async function compareOne(due: Due): Promise<boolean> {
  const id = newId();
  // Before the call, so that two processes, or one that ends, don't call twice.
  const [claimed] = await query<{ id: string }>("execution.comparison_claim", CLAIM, [
    id,
    due.skill_id,
    due.version,
    LEAST_HOURS,
  ]);
  if (!claimed) return false;
  const compared = await compare(due.skill_id).catch((error: unknown) => {
    // A schema whose example does not fit it: there is nothing to send.
    if (error instanceof AppError && error.status < 500) return null;
    throw error;
  });
  const found = compared === null ? null : await differences(due, compared);
  if (found === null) return false;
  const isSevere = found.some(({ severity }) => severity === "severe");
  await transaction(async (db) => {
    await prisma(db).comparisonCall.update({ where: { id }, data: { differences: found, isSevere } });
    if (found.length === 0) return;
    await notifyAdministrators(db, id, {
      kind: "skill_drifted",
      data: { skill: due.name, skillId: due.skill_id, isSevere, differences: found.map(({ text }) => text) },
    });
  });
  return true;
}

const CLAIM = `
  INSERT INTO comparison_call (id, skill_id, version)
    SELECT $1, s.id, $3 FROM (SELECT id FROM skill WHERE id = $2 FOR UPDATE) AS s
     WHERE NOT EXISTS (SELECT 1 FROM comparison_call c
       WHERE c.skill_id = $2 AND c.called_at > now() - make_interval(hours => $4))
  RETURNING id`;

/** What differs; null for a call that failed otherwise, which says nothing about what customers read. */
async function differences({ reviewed, endpoint, revision_id }: Due, { result, schema }: Compared) {
  const { failure, response } = result;
  if (!response || (failure && failure.reason !== "response_schema")) return null;
  const issue =
    schema && !response.body_truncated
      ? checkValue(schema, `${revision_id}:response`, JSON.parse(response.body))[0]
      : null;
  return driftOf({
    reviewed,
    now: response.body,
    host: URL.parse(endpoint)?.host ?? "",
    schemaProblem: issue ? `${issue.param} ${issue.message}` : null,
  });
}
