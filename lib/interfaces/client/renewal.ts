import { dollars } from "@/lib/supply/skills/price-text";

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

/** When a subscription that is bought now first renews, in UTC; the last day of a shorter month stands for the 29th to 31st. */
export function firstRenewal(interval: string, now = new Date()): Date {
  const date = new Date(now);
  if (interval === "week") date.setUTCDate(date.getUTCDate() + 7);
  else if (interval === "day") date.setUTCDate(date.getUTCDate() + 1);
  else {
    const day = date.getUTCDate();
    const months = interval === "year" ? 12 : 1;
    date.setUTCMonth(date.getUTCMonth() + months, 1);
    const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    date.setUTCDate(Math.min(day, last));
  }
  return date;
}

/** What a subscription charges later without asking again. */
export function renewalText(price: number, interval: string, renewsOn: string): string {
  return `${dollars(price)} on ${renewsOn}, then every ${interval}. Cancel anytime in Purchases.`;
}
