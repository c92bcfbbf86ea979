import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as queue from "@/lib/supply/review/queue";
import { Decision, ReviewedSkill, ReviewedSkillList, ReviewQuery } from "@/lib/supply/review/schemas";
import * as review from "@/lib/supply/review/service";

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
    body: Decision,
    result: ReviewedSkill,
    errors: ["not_found", "not_pending", "revision_changed", "not_submittable", "own_skill_review"],
  },
  ({ caller, body }) => review.decide(caller, body),
);
