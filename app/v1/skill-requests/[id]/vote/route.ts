import { SkillRequest } from "@/lib/demand/skill-requests/schemas";
import * as requests from "@/lib/demand/skill-requests/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

const COMMON = {
  access: "account",
  scope: "purchase",
  tag: "Marketplace",
  params: IdParams,
  result: SkillRequest,
} as const;

export const PUT = endpoint(
  {
    ...COMMON,
    operationId: "voteForSkillRequest",
    summary: "Vote for a requested skill",
    description: "One vote an account.",
  },
  ({ caller, params }) => requests.vote(caller, params.id),
);

export const DELETE = endpoint(
  {
    ...COMMON,
    operationId: "withdrawSkillRequestVote",
    summary: "Withdraw your vote for a requested skill",
    description: "A request without votes is removed.",
  },
  ({ caller, params }) => requests.withdraw(caller, params.id),
);
