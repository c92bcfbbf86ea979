import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as queue from "@/lib/supply/review/queue";
import * as decisions from "@/lib/supply/review/scheduled-decisions";
import { DecidedSkill, Decision, ReviewedSkillList, ReviewQuery } from "@/lib/supply/review/schemas";

export const GET = endpoint(
  {
    operationId: "adminListSkills",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Search all skills; those that wait come oldest first",
    query: ReviewQuery,
    result: ReviewedSkillList,
  },
  ({ caller, query }) => queue.list(caller, query),
);

export const PATCH = endpoint(
  {
    operationId: "adminReviewSkill",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Approve or reject a skill",
    description:
      "With `hold_seconds` the decision is `scheduled` and can be undone; when it takes effect, everything is checked again. Without it, it takes effect immediately.",
    body: Decision,
    result: DecidedSkill,
    errors: ["not_found", "not_pending", "revision_changed", "not_submittable", "own_skill_review"],
  },
  ({ caller, body }) => decisions.decide(caller, body),
);
