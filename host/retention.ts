import { expireCallers } from "@/lib/demand/analytics/service";
import { expireApprovals } from "@/lib/demand/approvals/service";
import { expireLinks } from "@/lib/demand/distribution/install-links";
import { forgetComparisons } from "@/lib/demand/execution/comparison-calls";
import { expireRuns } from "@/lib/demand/execution/runs";
import { expireHolds } from "@/lib/demand/execution/sweeper";
import { expireCalls } from "@/lib/demand/usage/call-details";
import { expireSignIns } from "@/lib/identity/accounts/expiry";
import { expireHandles } from "@/lib/identity/accounts/handles";
import { expireImpersonations } from "@/lib/identity/accounts/impersonation";
import { expireSpend } from "@/lib/identity/budgets/service";
import { expireConnections } from "@/lib/identity/connections/service";
import { expireReleases } from "@/lib/identity/keys/releases";
import { expireInvitations } from "@/lib/identity/organizations/invitations";
import { expireDeliveries } from "@/lib/interfaces/webhooks/deliveries";
import { expireParties } from "@/lib/money/billing/service";
import { forgetPayloads } from "@/lib/money/payments/events";
import { forEachIsolated } from "@/lib/platform/jobs/isolated";
import { expireLeases } from "@/lib/platform/jobs/leases";
import { expireNotices } from "@/lib/platform/notifications/service";
import { expireImages } from "@/lib/supply/packages/images";
import { expireNameClaims } from "@/lib/supply/review/name-claims";

/** What is deleted some time after it has expired. None of it is needed to explain a movement of credits. */
const FORGOTTEN = {
  expireHolds,
  expireLeases,
  expireSpend,
  expireApprovals,
  expireCallers,
  expireImages,
  expireSignIns,
  expireImpersonations,
  expireConnections,
  expireLinks,
  expireReleases,
  expireHandles,
  expireInvitations,
  expireNameClaims,
  expireNotices,
  expireParties,
  forgetPayloads,
  expireDeliveries,
  expireRuns,
  expireCalls,
  forgetComparisons,
};

/** Deletes expired rows of every kind; one that fails does not stop the others. Safe to run twice concurrently. Returns how many. */
export async function forgetOld(): Promise<number> {
  const counts = await forEachIsolated(
    "forget",
    Object.entries(FORGOTTEN),
    ([name]) => name,
    ([, forget]) => forget(),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
