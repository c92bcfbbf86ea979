import { endpoint } from "@/lib/http/endpoint";
import { Decision, ReviewedSkill, ReviewedSkillList, ReviewQuery } from "@/lib/review/schemas";
import * as review from "@/lib/review/service";

export const GET = endpoint(
  {
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "List all skills, optionally by status",
    query: ReviewQuery,
    result: ReviewedSkillList,
  },
  ({ query }) => review.list(query),
);

export const PATCH = endpoint(
  {
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Approve or reject a skill",
    body: Decision,
    result: ReviewedSkill,
    errors: ["not_found", "not_pending", "revision_changed"],
  },
  ({ caller, body }) => review.decide(caller, body),
);
