/**
 * Test calls of what waits for review, made by a job soon after the submission, so that reviewers see immediately whether the
 * endpoint works. Invariant: a submitted revision is called once; a reviewer may call it again by hand.
 */

import { inspect } from "@/lib/demand/execution/probe";
import type { ProbeResult, SubmissionProbe } from "@/lib/demand/execution/probe-schemas";
import { callTools, type ReviewedTool } from "@/lib/demand/execution/tool-calls";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, query } from "@/lib/platform/core/db";
import { AppError, notFound } from "@/lib/platform/core/errors";
import type { Prisma } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";
import { countedBy, createSlots } from "@/lib/platform/jobs/slots";
import { judge } from "@/lib/supply/publishing/submission-risk";
import { hasResponse } from "@/lib/supply/review/not-compared";

/** Concurrent calls, of which a developer has at most a share: each may take as long as a call may. */
const SLOTS = 10;
const SLOTS_PER_OWNER = 2;
const MAX_SHOWN_CHARS = 2_000;

type Waiting = { skill_id: string; revision_id: string; owner_id: string; email: string; name: string };

const runSlots = createSlots<Waiting>({
  job: "probe-submissions",
  slots: SLOTS,
  idOf: ({ revision_id }) => revision_id,
});

/** The chance that one of 12 runs a minute calls a waiting submission: within minutes, at a time that the seller can't predict. */
export const FIRST_CALL_CHANCE = 0.05;

/**
 * Calls the endpoints of submissions that were not called yet, of each developer the oldest first; `chance` is that of each. Returns how
 * many.
 */
export function probeSubmissions(chance = 1): Promise<number> {
  const run = newId();
  // Nothing postpones a call that failed on our side: the next run tries it again.
  const tried: string[] = [];
  return runSlots({
    claim: async (free, taken) => {
      const known = [...tried, ...taken.map(({ revision_id }) => revision_id)];
      const counts = countedBy(taken, ({ owner_id }) => owner_id);
      const waiting = await query<Waiting>("execution.unprobed", UNPROBED, [free, known, ...counts, run, chance]);
      tried.push(...waiting.map(({ revision_id }) => revision_id));
      return waiting;
    },
    work: callOne,
  });
}

const UNPROBED = `
  SELECT w.skill_id, w.revision_id, w.owner_id, w.email, w.name FROM (
    SELECT s.id AS skill_id, r.id AS revision_id, s.owner_id, a.email, a.name, r.submitted_at,
        row_number() OVER (PARTITION BY s.owner_id ORDER BY r.submitted_at, r.id) AS turn
      FROM skill_revision r JOIN skill s ON s.current_revision_id = r.id JOIN account a ON a.id = s.owner_id
     WHERE r.status = 'pending' AND s.visibility = 'public' AND r.api_endpoint IS NOT NULL
       AND r.execution_type <> 'download'
       AND NOT r.id = ANY ($2::uuid[])
       -- The same for a whole run, in which slots are filled more than once.
       AND (hashtext(r.id::text || $5) & 1023) < 1024 * $6::float8
       AND NOT EXISTS (SELECT 1 FROM submission_probe p WHERE p.revision_id = r.id)) AS w
    LEFT JOIN unnest($3::uuid[], $4::int[]) AS own (owner_id, slots) USING (owner_id)
   WHERE w.turn + coalesce(own.slots, 0) <= ${SLOTS_PER_OWNER}
   ORDER BY w.turn + coalesce(own.slots, 0), w.submitted_at LIMIT $1`;

async function callOne({ skill_id, revision_id, owner_id, email, name }: Waiting): Promise<boolean> {
  const owner = { accountId: owner_id, personId: owner_id, email, name, isAdmin: false, key: null };
  const outcome = await inspected(skill_id, owner).then(
    (found) => found,
    (error: unknown): Inspected => {
      // Of a schema whose example does not fit itself: reviewers read why, and choose parameters themselves.
      if (error instanceof AppError && error.status === 400) return { failure: error.message };
      throw error;
    },
  );
  await prisma().submissionProbe.createMany({
    data: [{ revisionId: revision_id, ...outcome, hasResponse: hasResponse(outcome, outcome.tools !== undefined) }],
    skipDuplicates: true,
  });
  await judge(undefined, skill_id);
  return true;
}

type Inspected = Pick<Prisma.SubmissionProbeUncheckedCreateInput, "result" | "tools" | "failure">;

/** Calls its endpoint, or some of its tools. */
async function inspected(skillId: string, owner: Caller): Promise<Inspected> {
  const { currentRevisionId: id } = await prisma().skill.findUniqueOrThrow({ where: { id: skillId } });
  const revision = await prisma().skillRevision.findUniqueOrThrow({ where: { id } });
  if (revision.operations === null) return { result: (await inspect(owner, skillId, {})) as Prisma.InputJsonObject };
  return { tools: await callTools(skillId) };
}

/** The test call of a skill's newest revision, or null while none was made. */
export async function ofSkill(skillId: string): Promise<SubmissionProbe | null> {
  const skill = await prisma().skill.findUnique({
    where: { id: skillId },
    select: { currentRevisionId: true },
  });
  if (!skill) throw notFound();
  const row = await prisma().submissionProbe.findUnique({ where: { revisionId: skill.currentRevisionId } });
  if (!row) return null;
  const tools = row.tools as ReviewedTool[] | null;
  return {
    called_at: row.calledAt,
    failure: row.failure,
    result: row.result as ProbeResult | null,
    tools:
      tools?.map(({ tool, failure, problem, text, duration_ms }) => ({
        name: tool,
        ok: failure === null && problem === null,
        problem: failure ?? problem,
        result: text?.slice(0, MAX_SHOWN_CHARS) ?? null,
        total_ms: duration_ms,
      })) ?? null,
  };
}
