import { MAX_JSON_BYTES } from "@/lib/interfaces/http/body";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import { SkillChange } from "@/lib/supply/publishing/schemas";
import * as publishing from "@/lib/supply/publishing/service";
import * as lifecycle from "@/lib/supply/review/lifecycle";
import { OwnedSkill } from "@/lib/supply/skills/schemas";

export const GET = endpoint(
  {
    operationId: "getOwnSkill",
    access: "account",
    tag: "Publishing",
    summary: "Details of one of your skills",
    params: IdParams,
    result: OwnedSkill,
  },
  ({ caller, params }) => publishing.get(caller, params.id),
);

export const PATCH = endpoint(
  {
    operationId: "updateSkill",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Update a skill; changed content goes back to review",
    params: IdParams,
    body: SkillChange,
    maxBodyBytes: MAX_JSON_BYTES,
    result: OwnedSkill,
    errors: ["trusted_publisher_required", "not_submittable", "too_many_in_flight", "revision_changed"],
  },
  ({ caller, params, body }) => publishing.update(caller, params.id, body),
);

export const DELETE = endpoint(
  {
    operationId: "deleteSkill",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Delete a skill that was never approved; its slug is free again",
    params: IdParams,
    result: OwnedSkill,
    errors: ["not_deletable"],
  },
  ({ caller, params }) => lifecycle.remove(caller, params.id),
);
