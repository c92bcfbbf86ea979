import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import { GuestCallSettings } from "@/lib/supply/publishing/guest-call-schemas";
import * as guestCalls from "@/lib/supply/publishing/guest-calls";

export const GET = endpoint(
  {
    operationId: "getGuestCallSettings",
    access: "account",
    tag: "Publishing",
    summary: "Whether visitors may try one of your skills without an account",
    params: IdParams,
    result: GuestCallSettings,
  },
  ({ caller, params }) => guestCalls.get(caller, params.id),
);

export const PUT = endpoint(
  {
    operationId: "setGuestCallSettings",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Allow or end visitors' free calls of one of your skills",
    params: IdParams,
    body: GuestCallSettings,
    result: GuestCallSettings,
  },
  ({ caller, params, body }) => guestCalls.set(caller, params.id, body),
);
