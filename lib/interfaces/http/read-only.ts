import type { EndpointSpec } from "@/lib/interfaces/http/spec";
import type { Caller } from "@/lib/platform/core/caller";
import { AppError } from "@/lib/platform/core/errors";

const SAFE_METHODS = new Set(["GET", "HEAD"]);

/**
 * While an administrator views the marketplace as another account, only what its pages show is answered: no other
 * method, no file and no secret, whatever the endpoint.
 */
export function requireReadOnly(spec: EndpointSpec, caller: Caller, { method }: Request): void {
  if (caller.impersonation && (!SAFE_METHODS.has(method) || spec.stream || spec.isUncached)) throw readOnly();
}

/** What such a session is answered to everything but reading. */
export function readOnly(): AppError {
  return new AppError(
    "forbidden",
    "You are viewing the marketplace as another account: nothing can be changed, run or downloaded. End the view first.",
  );
}
