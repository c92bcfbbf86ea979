import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import * as callLog from "@/lib/supply/publishing/call-log";
import { CallLogSettings } from "@/lib/supply/publishing/call-log-schemas";

export const GET = endpoint(
  {
    operationId: "getCallLogSettings",
    access: "account",
    tag: "Publishing",
    summary: "What the call log of one of your skills stores",
    params: IdParams,
    result: CallLogSettings,
  },
  ({ caller, params }) => callLog.get(caller, params.id),
);

export const PUT = endpoint(
  {
    operationId: "setCallLogSettings",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Change what the call log of one of your skills stores of future calls",
    params: IdParams,
    body: CallLogSettings,
    result: CallLogSettings,
  },
  ({ caller, params, body }) => callLog.set(caller, params.id, body),
);
