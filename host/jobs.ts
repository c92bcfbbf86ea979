import { forgetOld } from "@/host/retention";
import { alertSellers } from "@/lib/demand/analytics/seller-alerts";
import { compareDue } from "@/lib/demand/execution/comparison-calls";
import * as runs from "@/lib/demand/execution/runs";
import { FIRST_CALL_CHANCE, probeSubmissions } from "@/lib/demand/execution/submission-probes";
import { sweepHolds } from "@/lib/demand/execution/sweeper";
import { checkTools } from "@/lib/demand/execution/tool-check-job";
import * as refundRequests from "@/lib/demand/purchases/refund-requests";
import * as renewals from "@/lib/demand/purchases/renewals";
import * as usage from "@/lib/demand/usage/service";
import * as links from "@/lib/identity/accounts/links";
import * as companySignIn from "@/lib/identity/organizations/sign-in";
import * as webhooks from "@/lib/interfaces/webhooks/deliveries";
import * as automatic from "@/lib/money/payments/automatic-topups";
import * as detachments from "@/lib/money/payments/card-detachments";
import * as cardRefunds from "@/lib/money/payments/card-refunds";
import * as events from "@/lib/money/payments/events";
import { reconcilePayments } from "@/lib/money/payments/reconciliation";
import * as payments from "@/lib/money/payments/service";
import * as payoutEvents from "@/lib/money/payouts/events";
import * as arrivals from "@/lib/money/payouts/payout-status";
import * as payouts from "@/lib/money/payouts/service";
import * as transfers from "@/lib/money/payouts/transfers";
import * as skills from "@/lib/operator/safety/skills";
import { alertAdministrators } from "@/lib/operator/system/alerts";
import * as invariants from "@/lib/operator/system/invariants";
import { forEachIsolated } from "@/lib/platform/jobs/isolated";
import { rollUp } from "@/lib/platform/jobs/rollup";
import type { Job } from "@/lib/platform/jobs/service";
import * as notifications from "@/lib/platform/notifications/service";
import { expireAnswers } from "@/lib/platform/ratelimit/idempotency";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import { updateCounters } from "@/lib/supply/catalog/counters";
import * as domains from "@/lib/supply/catalog/domains";
import { updateTrust } from "@/lib/supply/catalog/trust";
import * as malware from "@/lib/supply/packages/malware";
import * as retention from "@/lib/supply/packages/retention";
import { fillFormerPrices } from "@/lib/supply/publishing/former-prices";
import * as prices from "@/lib/supply/publishing/prices";
import { judgePending } from "@/lib/supply/publishing/submission-risk";
import * as listedNames from "@/lib/supply/review/listed-names";
import * as nameClaims from "@/lib/supply/review/name-claims";
import * as decisions from "@/lib/supply/review/scheduled-decisions";

const HOUR_SECONDS = 3_600;

/** Proofs, then the names that they vouch for, of listings and of submissions. A step that fails stops no other. */
async function recheckDomains(): Promise<number> {
  const steps = {
    proofs: () => domains.recheckDue(),
    names: () => listedNames.recheckDue(),
    risks: () => judgePending({ isNew: false }),
  };
  const done = await forEachIsolated(
    "recheck-domains",
    Object.entries(steps),
    ([step]) => step,
    ([, run]) => run(),
  );
  return done.reduce((sum, count) => sum + count, 0);
}

/** What columns of earlier releases lack. */
const fillColumns = async () => (await fillFormerPrices()) + (await judgePending({ isNew: true }));

/** Every job. Each is safe to run twice and in two processes concurrently. */
export const JOBS: Job[] = [
  { queue: "send-links", everySeconds: 2, run: () => links.sendDue() },
  { queue: "sweep-holds", everySeconds: 1, run: () => sweepHolds() },
  { queue: "renew-purchases", everySeconds: 30, run: () => renewals.renewDue() },
  { queue: "apply-price-changes", everySeconds: 30, run: () => prices.applyDue() },
  { queue: "deliver-mails", everySeconds: 3, run: () => notifications.deliverMails() },
  { queue: "probe-submissions", everySeconds: 5, run: () => probeSubmissions(FIRST_CALL_CHANCE) },
  { queue: "apply-decisions", everySeconds: 1, run: () => decisions.applyDue() },
  { queue: "announce-runs", everySeconds: 1, run: () => runs.announceEnded() },
  { queue: "deliver-webhooks", everySeconds: 1, run: () => webhooks.deliverDue() },
  { queue: "notify-low-balances", everySeconds: 10, run: () => automatic.notifyLowBalances() },
  { queue: "top-up", everySeconds: 5, run: () => automatic.topUpDue() },
  { queue: "send-card-refunds", everySeconds: 5, run: () => cardRefunds.sendDue() },
  { queue: "detach-cards", everySeconds: 15, run: () => detachments.detachDue() },
  { queue: "announce-renewals", cron: "11 * * * *", run: () => renewals.announceRenewals() },
  { queue: "roll-up-analytics", everySeconds: 20, run: () => rollUp("analytics").then(updateCounters) },
  { queue: "alert-sellers", everySeconds: 300, run: () => alertSellers() },
  { queue: "update-trust", everySeconds: 60, run: () => updateTrust() },
  { queue: "roll-up-earnings", everySeconds: 20, run: () => rollUp("earnings") },
  { queue: "roll-up-journal", everySeconds: 20, run: () => rollUp("journal") },
  { queue: "alert-administrators", everySeconds: 300, run: () => alertAdministrators() },
  { queue: "usage-partitions", cron: "17 * * * *", run: () => usage.ensurePartitions() },
  { queue: "escalate-refund-requests", everySeconds: 60, run: () => refundRequests.escalateDue() },
  { queue: "refund-suspended", everySeconds: 60, run: () => skills.refundSuspended() },
  { queue: "expire-answers", everySeconds: 60, run: () => expireAnswers() },
  { queue: "expire-windows", cron: "29 * * * *", run: () => ratelimit.expireWindows() },
  { queue: "check-tools", cron: "47 * * * *", run: () => checkTools() },
  { queue: "compare-responses", cron: "*/10 * * * *", run: () => compareDue() },
  { queue: "scan-packages", everySeconds: 60, run: () => malware.scanDue() },
  { queue: "recheck-domains", cron: "19 * * * *", run: recheckDomains },
  { queue: "recheck-sign-in-domains", cron: "21 * * * *", run: () => companySignIn.recheckDue() },
  { queue: "give-names", cron: "53 * * * *", run: () => nameClaims.giveDue() },
  { queue: "forget-packages", cron: "43 4 * * *", run: () => retention.removeUnused() },
  { queue: "fill-former-prices", cron: "31 3 * * *", isRunAtStart: true, run: fillColumns },
  { queue: "forget", cron: "41 * * * *", run: () => forgetOld() },
  { queue: "retry-payment-events", everySeconds: 30, run: () => events.retryEvents(payoutEvents.applyEvent) },
  {
    queue: "reconcile-payments",
    cron: "37 * * * *",
    isRunAtStart: true,
    maxSeconds: 2 * HOUR_SECONDS,
    run: () => reconcilePayments(),
  },
  { queue: "end-abandoned-orders", everySeconds: 300, run: () => payments.endAbandoned() },
  { queue: "advance-payouts", everySeconds: 15, run: () => transfers.advanceDue() },
  {
    queue: "payout-refusals",
    cron: "19 5 * * *",
    maxSeconds: HOUR_SECONDS,
    run: () => arrivals.askForRefusals(),
  },
  // Three days, so that an outage on the first one does not skip a month.
  {
    queue: "monthly-payouts",
    cron: "23 * 1-3 * *",
    maxSeconds: HOUR_SECONDS,
    run: () => payouts.payMonthly(),
  },
  {
    queue: "late-payouts",
    cron: "23 * 4-31 * *",
    maxSeconds: HOUR_SECONDS,
    run: () => payouts.payMonthly("late"),
  },
  {
    queue: "reconcile",
    cron: "7 * * * *",
    maxSeconds: 2 * HOUR_SECONDS,
    run: () => invariants.run(null, false),
  },
  {
    queue: "reconcile-whole",
    cron: "41 2 * * 0",
    maxSeconds: 20 * HOUR_SECONDS,
    run: () => invariants.run(null, true),
  },
];
