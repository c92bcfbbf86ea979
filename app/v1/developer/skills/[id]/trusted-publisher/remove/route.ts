import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import { PublisherRemoval, TrustedPublisherState } from "@/lib/supply/releasing/schemas";
import * as releasing from "@/lib/supply/releasing/service";

export const POST = endpoint(
  {
    operationId: "removeTrustedPublisher",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Remove the trusted publisher of a skill",
    params: IdParams,
    body: PublisherRemoval,
    result: TrustedPublisherState,
    errors: ["session_required", "second_factor_required", "wrong_code"],
  },
  ({ caller, params, body }) => releasing.remove(caller, params.id, body.code),
);
