import { dollars } from "@/lib/platform/core/dollars";
import { type Interval, termEnd } from "@/lib/supply/skills/intervals";

const DAY_MS = 24 * 60 * 60 * 1000;

const SHORT = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const LONG = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  year: "numeric",
  timeZone: "UTC",
});

/** A day as people write it, in UTC: `Dec 22`, in another year `Dec 22, 2027`. */
export function dayText(time: Date | string, now = new Date()): string {
  const date = new Date(time);
  return (date.getUTCFullYear() === now.getUTCFullYear() ? SHORT : LONG).format(date);
}

/** The day on which a subscription is charged next if it is bought, or its trial begins, now. */
export function renewsOn(interval: Interval, trialDays: number): string {
  return dayText(trialDays > 0 ? new Date(Date.now() + trialDays * DAY_MS) : termEnd(new Date(), interval));
}

/** What a subscription charges later without asking again. */
export function renewalText(price: number, interval: string, renewsOn: string): string {
  return `${dollars(price)} on ${renewsOn}, then every ${interval}. Cancel anytime in Purchases.`;
}
