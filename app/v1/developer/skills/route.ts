import { MAX_JSON_BYTES } from "@/lib/interfaces/http/body";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { OwnedSkillList, OwnedSkillsQuery, SkillInput } from "@/lib/supply/publishing/schemas";
import * as publishing from "@/lib/supply/publishing/service";
import { OwnedSkill } from "@/lib/supply/skills/schemas";

export const GET = endpoint(
  {
    operationId: "listOwnSkills",
    access: "account",
    tag: "Publishing",
    summary: "List your skills in any status, newest first",
    query: OwnedSkillsQuery,
    result: OwnedSkillList,
  },
  ({ caller, query }) => publishing.list(caller, query),
);

export const POST = endpoint(
  {
    operationId: "createSkill",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Create a skill, as a draft or submitted for review",
    body: SkillInput,
    maxBodyBytes: MAX_JSON_BYTES,
    result: OwnedSkill,
    idempotent: true,
    errors: ["slug_taken", "not_submittable", "too_many_in_flight"],
  },
  ({ caller, body, claimed }) => publishing.create(caller, body, claimed),
);
