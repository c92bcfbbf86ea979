import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import { appeal } from "@/lib/supply/review/appeals";
import { AppealInput } from "@/lib/supply/review/comment-schemas";
import { OwnedSkill } from "@/lib/supply/skills/schemas";

export const POST = endpoint(
  {
    operationId: "appealRejection",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Appeal the rejection of a skill or a pause of its sales, once for each version",
    params: IdParams,
    body: AppealInput,
    result: OwnedSkill,
    errors: ["not_appealable", "not_submittable"],
  },
  ({ caller, params, body }) => appeal(caller, params.id, body),
);
