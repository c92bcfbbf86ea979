import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import { appeal } from "@/lib/review/appeals";
import { AppealInput } from "@/lib/review/comment-schemas";
import { OwnedSkill } from "@/lib/skills/schemas";

export const POST = endpoint(
  {
    operationId: "appealRejection",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Appeal the rejection of a skill, once; another administrator decides",
    params: IdParams,
    body: AppealInput,
    result: OwnedSkill,
    errors: ["not_found", "not_appealable", "not_submittable"],
  },
  ({ caller, params, body }) => appeal(caller, params.id, body),
);
