import * as details from "@/lib/demand/usage/call-details";
import { CallDetail } from "@/lib/demand/usage/call-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const GET = endpoint(
  {
    operationId: "getUsage",
    access: "account",
    tag: "Money",
    summary: "One of your calls or downloads: what it cost, why it failed, how long it took",
    description: "What was seen at the skill's endpoint is stored for 7 days.",
    params: IdParams,
    result: CallDetail,
  },
  ({ caller, params }) => details.get(caller, params.id),
);
