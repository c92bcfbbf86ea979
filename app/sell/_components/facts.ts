import { duration } from "@/lib/interfaces/client/format";
import { MIN_PAYOUT_CREDITS } from "@/lib/money/payouts/schemas";
import { env } from "@/lib/platform/core/env";
import * as site from "@/lib/platform/site/service";
import * as clock from "@/lib/supply/review/clock";

/** Below this, the exact time says more about the last few reviews than about the next one. */
const SHORT_WAIT_SECONDS = 3600;

export const INTRODUCTION =
  "Publish an API or a SKILL.md package. Agents and people find it, pay per call or by subscription, and your earnings go to your bank account.";

export const KINDS = [
  {
    title: "An API",
    text: "Your https endpoint takes and returns JSON. We check parameters, sign each call, and bill the caller. Your address stays hidden.",
  },
  {
    title: "A package",
    text: "A folder with SKILL.md that agents install: instructions, scripts, references. We check it, store it and version it.",
  },
  {
    title: "Both",
    text: "A package that tells agents when and how to use your API, and the API itself, under one price.",
  },
];

/** What a seller keeps, when earnings are paid out, and how long a review takes. */
export async function readFacts() {
  const [wait, { settings }] = await Promise.all([clock.read(), site.current()]);
  const { fee_percent: fee } = settings;
  const { EARNINGS_HOLD_DAYS: holdDays } = env();
  return {
    share: {
      title: "You keep",
      value: `${100 - fee}%`,
      text: `Our fee is ${fee}% of each sale. Publishing is free.`,
    },
    payouts: {
      title: "Payouts from",
      value: `$${MIN_PAYOUT_CREDITS}`,
      text:
        holdDays > 0
          ? `${holdDays} ${holdDays === 1 ? "day" : "days"} after a sale, when the time for refunds is over.`
          : "Available right after a sale.",
    },
    review: {
      title: "Review takes",
      value: waitText(wait.median_seconds),
      text:
        wait.median_seconds === null
          ? `The first submission sets the pace. The target is ${duration(wait.target_seconds)}.`
          : `Half of the last ${wait.days} days' submissions waited less. Nine in ten: ${waitText(wait.p90_seconds).toLowerCase()}. ${wait.waiting} ${wait.waiting === 1 ? "waits" : "wait"} now; the target is ${duration(wait.target_seconds)}.`,
    },
  };
}

function waitText(seconds: number | null): string {
  if (seconds === null) return "No reviews yet";
  return seconds < SHORT_WAIT_SECONDS ? "Under 1 h" : duration(seconds);
}
