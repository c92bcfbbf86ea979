import { expireSignIns } from "@/lib/accounts/expiry";
import { expireHandles } from "@/lib/accounts/handles";
import { expireCallers } from "@/lib/analytics/service";
import { expireConnections } from "@/lib/connections/service";
import { expireLeases } from "@/lib/execution/leases";
import { expireHolds } from "@/lib/execution/sweeper";
import { forEachIsolated } from "@/lib/jobs/isolated";
import { expireSpend } from "@/lib/keys/service";
import { expireNotices } from "@/lib/notifications/service";
import { forgetPayloads } from "@/lib/payments/events";

/** What is forgotten some time after it is over. Nothing here is needed to know what moved credits, and why. */
const FORGOTTEN = {
  expireHolds,
  expireLeases,
  expireSpend,
  expireCallers,
  expireSignIns,
  expireConnections,
  expireHandles,
  expireNotices,
  forgetPayloads,
};

/** Forgets everything that is long over, each for itself. Safe to run twice at once. Returns how many rows. */
export async function forgetOld(): Promise<number> {
  const counts = await forEachIsolated(
    "forget",
    Object.entries(FORGOTTEN),
    ([name]) => name,
    ([, forget]) => forget(),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
