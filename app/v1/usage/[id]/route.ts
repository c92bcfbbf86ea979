import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import * as details from "@/lib/usage/call-details";
import { CallDetail } from "@/lib/usage/call-schemas";

export const GET = endpoint(
  {
    operationId: "getUsage",
    access: "account",
    tag: "Money",
    summary: "One of your calls or downloads: what it cost, why it failed, how long it took",
    description: "What was seen at the skill's endpoint is stored for 7 days.",
    params: IdParams,
    result: CallDetail,
    errors: ["not_found"],
  },
  ({ caller, params }) => details.get(caller, params.id),
);
