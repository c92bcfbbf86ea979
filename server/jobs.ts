import * as links from "@/lib/accounts/links";
import { alertAdministrators } from "@/lib/administration/alerts";
import * as invariants from "@/lib/administration/invariants";
import * as skills from "@/lib/administration/skills";
import { alertSellers } from "@/lib/analytics/seller-alerts";
import { updateCounters } from "@/lib/catalog/counters";
import { refreshSearch } from "@/lib/catalog/search-refresh";
import { updateTrust } from "@/lib/catalog/trust";
import * as runs from "@/lib/execution/runs";
import { probeSubmissions } from "@/lib/execution/submission-probes";
import { sweepHolds } from "@/lib/execution/sweeper";
import { expireAnswers } from "@/lib/idempotency/service";
import { rollUp } from "@/lib/jobs/rollup";
import type { Job } from "@/lib/jobs/service";
import * as notifications from "@/lib/notifications/service";
import * as retention from "@/lib/packages/retention";
import * as automatic from "@/lib/payments/automatic-topups";
import * as detachments from "@/lib/payments/card-detachments";
import * as events from "@/lib/payments/events";
import { reconcilePayments } from "@/lib/payments/reconciliation";
import * as payments from "@/lib/payments/service";
import * as payoutEvents from "@/lib/payouts/events";
import * as arrivals from "@/lib/payouts/payout-status";
import * as payouts from "@/lib/payouts/service";
import * as transfers from "@/lib/payouts/transfers";
import * as prices from "@/lib/publishing/prices";
import * as refundRequests from "@/lib/purchases/refund-requests";
import * as renewals from "@/lib/purchases/renewals";
import * as ratelimit from "@/lib/ratelimit/service";
import * as usage from "@/lib/usage/service";
import * as webhooks from "@/lib/webhooks/deliveries";
import { forgetOld } from "@/server/retention";

const HOUR_SECONDS = 3_600;

/** Every job. Each is safe to run twice and in two processes at once. */
export const JOBS: Job[] = [
  { queue: "send-links", everySeconds: 2, run: () => links.sendDue() },
  { queue: "sweep-holds", everySeconds: 1, run: () => sweepHolds() },
  { queue: "renew-purchases", everySeconds: 30, run: () => renewals.renewDue() },
  { queue: "apply-price-changes", everySeconds: 30, run: () => prices.applyDue() },
  { queue: "deliver-mails", everySeconds: 3, run: () => notifications.deliverMails() },
  { queue: "probe-submissions", everySeconds: 5, run: () => probeSubmissions() },
  { queue: "announce-runs", everySeconds: 1, run: () => runs.announceEnded() },
  { queue: "deliver-webhooks", everySeconds: 1, run: () => webhooks.deliverDue() },
  { queue: "notify-low-balances", everySeconds: 10, run: () => automatic.notifyLowBalances() },
  { queue: "top-up", everySeconds: 5, run: () => automatic.topUpDue() },
  { queue: "detach-cards", everySeconds: 15, run: () => detachments.detachDue() },
  { queue: "announce-renewals", cron: "11 * * * *", run: () => renewals.announceRenewals() },
  { queue: "roll-up-analytics", everySeconds: 20, run: () => rollUp("analytics").then(updateCounters) },
  { queue: "alert-sellers", everySeconds: 300, run: () => alertSellers() },
  { queue: "update-trust", everySeconds: 60, run: () => updateTrust() },
  { queue: "refresh-search", everySeconds: 600, run: () => refreshSearch() },
  { queue: "roll-up-earnings", everySeconds: 20, run: () => rollUp("earnings") },
  { queue: "roll-up-journal", everySeconds: 20, run: () => rollUp("journal") },
  { queue: "alert-administrators", everySeconds: 300, run: () => alertAdministrators() },
  { queue: "usage-partitions", cron: "17 * * * *", run: () => usage.ensurePartitions() },
  { queue: "escalate-refund-requests", everySeconds: 60, run: () => refundRequests.escalateDue() },
  { queue: "refund-suspended", everySeconds: 60, run: () => skills.refundSuspended() },
  { queue: "expire-answers", everySeconds: 60, run: () => expireAnswers() },
  { queue: "expire-windows", cron: "29 * * * *", run: () => ratelimit.expireWindows() },
  { queue: "forget-packages", cron: "43 4 * * *", run: () => retention.removeUnused() },
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
