import {
  SkillRequest,
  SkillRequestInput,
  SkillRequestList,
  SkillRequestQuery,
} from "@/lib/demand/skill-requests/schemas";
import * as requests from "@/lib/demand/skill-requests/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "listSkillRequests",
    access: "catalog",
    tag: "Marketplace",
    summary: "Skills that people ask for, most wanted first",
    query: SkillRequestQuery,
    result: SkillRequestList,
  },
  ({ caller, query }) => requests.list(caller, query),
);

export const POST = endpoint(
  {
    operationId: "requestSkill",
    access: "account",
    scope: "purchase",
    tag: "Marketplace",
    summary: "Ask for a skill",
    description:
      "Your vote comes with it. If the same was asked before, that request gets your vote instead. You are notified when a developer offers a skill for it. Your name isn't shown. At most 20 requests at a time, 10 an hour.",
    body: SkillRequestInput,
    result: SkillRequest,
    limit: "report",
    errors: ["not_found"],
  },
  ({ caller, body }) => requests.ask(caller, body),
);
