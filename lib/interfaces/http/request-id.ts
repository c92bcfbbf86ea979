import { env } from "@/lib/platform/core/env";
import { newRequestId } from "@/lib/platform/core/ids";
import { logFields, withLogFields } from "@/lib/platform/core/log-fields";
import { asOneRequest } from "@/lib/platform/ratelimit/service";

const MAX_CHARS = 128;

/**
 * Runs `work` under the id of its request, which every line that is logged meanwhile carries. It is the `X-Request-Id` of a
 * trusted proxy, without what would not be safe in a header or a log, or else a new one. `given` is that header.
 */
export function inRequest<T>(given: string | null | undefined, work: (requestId: string) => T): T {
  const { request_id: outer } = logFields();
  if (outer !== undefined) return work(String(outer));
  const requestId = trustedId(given ?? "") || newRequestId();
  return withLogFields({ request_id: requestId }, () => asOneRequest(() => work(requestId)));
}

/** Empty without a trusted proxy, as the client itself wrote the header then. */
function trustedId(given: string): string {
  if (env().TRUSTED_PROXIES === 0) return "";
  return given.replace(/[^\w.:=+/-]/g, "").slice(0, MAX_CHARS);
}
