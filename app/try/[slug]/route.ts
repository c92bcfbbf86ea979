import { GuestCall, GuestOffer, GuestParams, GuestResult } from "@/lib/demand/execution/guest-schemas";
import * as guests from "@/lib/demand/execution/guests";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    access: "public",
    isOwnOriginOnly: true,
    tag: "Marketplace",
    summary: "Whether a visitor may try a skill, and the token that admits it",
    params: GuestParams,
    isUncached: true,
    result: GuestOffer,
    errors: ["bad_origin", "forbidden"],
  },
  ({ params, address }) => guests.offer(params.slug, address),
);

export const POST = endpoint(
  {
    access: "public",
    isOwnOriginOnly: true,
    tag: "Marketplace",
    summary: "Try a skill once without an account",
    params: GuestParams,
    body: GuestCall,
    result: GuestResult,
    errors: [
      "bad_origin",
      "forbidden",
      "guest_limit_reached",
      "not_executable",
      "tool_changed",
      "too_many_in_flight",
      "upstream_failed",
      "upstream_timeout",
    ],
  },
  async ({ params, address, body, request, requestId }) => ({
    ...(await guests.tryOnce(params.slug, address, body, request.signal)),
    request_id: requestId,
  }),
);
