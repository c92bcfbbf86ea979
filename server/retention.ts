import { expireSignIns } from "@/lib/accounts/expiry";
import { expireHandles } from "@/lib/accounts/handles";
import { expireImpersonations } from "@/lib/administration/impersonation";
import { expireCallers } from "@/lib/analytics/service";
import { expireConnections } from "@/lib/connections/service";
import { expireLinks } from "@/lib/distribution/install-links";
import { expireRuns } from "@/lib/execution/runs";
import { expireHolds } from "@/lib/execution/sweeper";
import { forEachIsolated } from "@/lib/jobs/isolated";
import { expireLeases } from "@/lib/jobs/leases";
import { expireSpend } from "@/lib/keys/service";
import { expireNotices } from "@/lib/notifications/service";
import { expireImages } from "@/lib/packages/images";
import { forgetPayloads } from "@/lib/payments/events";
import { expireCalls } from "@/lib/usage/call-details";
import { expireDeliveries } from "@/lib/webhooks/deliveries";

/** What is deleted some time after it has expired. None of it is needed to explain a movement of credits. */
const FORGOTTEN = {
  expireHolds,
  expireLeases,
  expireSpend,
  expireCallers,
  expireImages,
  expireSignIns,
  expireImpersonations,
  expireConnections,
  expireLinks,
  expireHandles,
  expireNotices,
  forgetPayloads,
  expireDeliveries,
  expireRuns,
  expireCalls,
};

/** Deletes expired rows of every kind; one that fails does not stop the others. Safe to run twice at once. Returns how many. */
export async function forgetOld(): Promise<number> {
  const counts = await forEachIsolated(
    "forget",
    Object.entries(FORGOTTEN),
    ([name]) => name,
    ([, forget]) => forget(),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
