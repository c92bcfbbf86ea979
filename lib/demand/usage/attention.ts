/**
 * A developer's open tasks. Invariant: each is derived from current data, so it disappears with its cause.
 */
import { SKILL_FAILURES, SKILL_FAILURES_SQL } from "@/lib/demand/analytics/skill-failures";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, query } from "@/lib/platform/core/db";
import { CIRCUIT_FAILURES, CIRCUIT_OPEN_SECONDS } from "@/lib/platform/core/limits";
import { MAX_PAGE_SIZE, toPage } from "@/lib/platform/core/page";
import type { OwnedSkillSummary } from "@/lib/supply/publishing/schemas";
import * as publishing from "@/lib/supply/publishing/service";

const FAILURES_IN_A_ROW = 5;
/** The newest calls that are read, of which those count that say something about the endpoint. */
const MAX_READ = 100;
/** Age limits of the calls and of the unanswered reviews that count. */
const RECENT_DAYS = 3;
const REVIEW_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

type Item = {
  kind: "suspended" | "failing" | "rejected" | "incomplete" | "unanswered";
  skill: { id: string; slug: string; name: string };
  message: string;
  since: Date | string;
};

/**
 * Suspensions, failing endpoints, rejections, incomplete drafts and unanswered reviews of the caller's skills, in this order;
 * at most `MAX_PAGE_SIZE` of them.
 */
export async function list(caller: Caller) {
  const skills = await publishing.all(caller);
  const byId = new Map(skills.map((skill) => [skill.id, skill]));
  const [failing, unanswered] = await Promise.all([failingEndpoints(caller), unansweredReviews([...byId.keys()])]);
  const about = (id: string, item: Omit<Item, "skill">): Item[] => {
    const skill = byId.get(id);
    return skill ? [{ ...item, skill: { id, slug: skill.slug, name: skill.name } }] : [];
  };
  const items = [
    ...skills.flatMap(({ id, suspension }) =>
      suspension ? about(id, { kind: "suspended", message: suspension.reason, since: suspension.since }) : [],
    ),
    ...failing.flatMap(({ skill_id, failures, code, since }) =>
      about(skill_id, { kind: "failing", message: failureText(failures, code), since }),
    ),
    ...skills.filter(({ status }) => status === "rejected").flatMap((skill) => about(skill.id, rejection(skill))),
    ...skills
      .filter(({ status, missing }) => status === "draft" && missing.length > 0)
      .flatMap((skill) => about(skill.id, incompleteness(skill))),
    ...unanswered.flatMap(({ skillId, _count: count, _min }) =>
      about(skillId, {
        kind: "unanswered",
        message: count === 1 ? "A review waits for your reply." : `${count} reviews wait for your reply.`,
        since: _min.createdAt ?? new Date(),
      }),
    ),
  ];
  return toPage(items.slice(0, MAX_PAGE_SIZE), items.length, { limit: MAX_PAGE_SIZE, offset: 0 });
}

/** What the skill's own failures mean, in words. */
const CAUSES: Record<(typeof SKILL_FAILURES)[number], string> = {
  upstream_failed: "it returned an error, or no JSON",
  upstream_timeout: "it didn't respond in time",
  response_invalid: "its responses break your response schema",
};

function failureText(failures: number, code: string): string {
  const isOpen = failures >= CIRCUIT_FAILURES;
  const cause = SKILL_FAILURES.find((known) => known === code);
  return [
    `The last ${isOpen ? `${CIRCUIT_FAILURES} calls or more` : `${failures} calls`} to your endpoint failed`,
    cause ? `: ${CAUSES[cause]}.` : ".",
    isOpen ? ` After ${CIRCUIT_FAILURES} failures, an account's calls pause for ${CIRCUIT_OPEN_SECONDS} seconds.` : "",
  ].join("");
}

function rejection(skill: OwnedSkillSummary): Omit<Item, "skill"> {
  return {
    kind: "rejected",
    message: skill.rejection_reason ?? "No reason was given.",
    since: skill.reviewed_at ?? skill.updated_at,
  };
}

function incompleteness(skill: OwnedSkillSummary): Omit<Item, "skill"> {
  const what = skill.missing.map(({ message }) => message.replace(/:.*/, "")).join("; ");
  return { kind: "incomplete", message: `Before it can be submitted: ${what}.`, since: skill.updated_at };
}

/** Live skills whose newest calls all failed; parameters that an endpoint refused are no failure of it. */
function failingEndpoints(caller: Caller) {
  return query<{ skill_id: string; failures: number; code: string; since: Date }>(
    "attention.failing",
    `SELECT s.id AS skill_id, last.failures, last.code, last.since
       FROM skill s JOIN LATERAL (
         SELECT count(*)::int AS failures, bool_and(u.status = 'failed') AS all_failed, min(u.created_at) AS since,
           (array_agg(coalesce(u.error_code, 'unknown') ORDER BY u.created_at DESC))[1] AS code
         FROM (SELECT * FROM (SELECT status, error_code, created_at FROM usage_record
                 WHERE skill_id = s.id AND kind = 'execute'
                   AND created_at > now() - make_interval(days => ${RECENT_DAYS})
                 ORDER BY created_at DESC LIMIT ${MAX_READ}) AS newest
                WHERE status = 'succeeded' OR error_code IN (${SKILL_FAILURES_SQL})
                ORDER BY created_at DESC LIMIT ${CIRCUIT_FAILURES}) AS u) AS last ON last.all_failed
                AND last.failures >= ${FAILURES_IN_A_ROW}
      WHERE s.owner_id = $1 AND s.live_revision_id IS NOT NULL ORDER BY last.since, s.id`,
    [caller.accountId],
  );
}

function unansweredReviews(skillIds: string[]) {
  const createdAt = { gt: new Date(Date.now() - REVIEW_DAYS * DAY_MS) };
  return prisma().skillReview.groupBy({
    by: "skillId",
    where: { skillId: { in: skillIds }, reply: null, text: { not: "" }, createdAt },
    _count: true,
    _min: { createdAt: true },
    orderBy: [{ _min: { createdAt: "asc" } }, { skillId: "asc" }],
  });
}
