import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import { TrustedPublisherInput, TrustedPublisherState } from "@/lib/supply/releasing/schemas";
import * as releasing from "@/lib/supply/releasing/service";

export const GET = endpoint(
  {
    operationId: "getTrustedPublisher",
    access: "account",
    tag: "Publishing",
    summary: "The workflow whose runs may release one of your skills",
    params: IdParams,
    result: TrustedPublisherState,
  },
  ({ caller, params }) => releasing.get(caller, params.id),
);

export const PUT = endpoint(
  {
    operationId: "setTrustedPublisher",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Name the workflow whose runs may release a skill, or demand that nothing else may",
    description:
      "Needs a signed-in user. Changing what is required needs an owner and a code of their authenticator app.",
    params: IdParams,
    body: TrustedPublisherInput,
    result: TrustedPublisherState,
    errors: ["session_required", "second_factor_required", "wrong_code"],
  },
  ({ caller, params, body }) => releasing.set(caller, params.id, body),
);
