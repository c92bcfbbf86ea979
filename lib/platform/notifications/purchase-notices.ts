import { dollars } from "@/lib/platform/core/dollars";
import { buyerNotice, ID, SLUG } from "@/lib/platform/notifications/notice-kind";

/** Links to the page of purchases. */
const PURCHASES = { label: "See your purchases", path: "/purchases" };
const MANAGE = { label: "Manage or cancel", path: "/purchases" };

/** A purchase; `date` is the end of its first term. Those of former releases have no id. */
type Bought = {
  id?: string;
  interval: string;
  renews: boolean;
  trial?: boolean;
  plan?: string | null;
  changed?: boolean;
} & Omit<Ahead, "isShort">;

/** The first charge after a trial, or a further one. */
const AHEAD = { skill: "Text statistics", credits: "5", date: "2026-12-01", isShort: false };
type Ahead = typeof AHEAD;
const shortLines = (isShort: boolean) => (isShort ? ["Your balance is too low for that now: top up, or it ends."] : []);

type Lapsed = {
  skill: string;
  credits: string;
  reason: "credits" | "gone" | "withheld" | "disallowed" | "key" | "budget";
  slug: string;
};

const LAPSED: Record<Lapsed["reason"], (credits: string) => string> = {
  gone: () => "It has left the marketplace. Nothing was charged.",
  withheld: () => "Its package can't be downloaded now. Nothing was charged.",
  disallowed: () => "Your organization no longer allows it, or not its new version. Nothing was charged.",
  key: (credits) =>
    `The key that bought it had less than ${dollars(credits)} left of its limit, or no longer works. Nothing was charged.`,
  budget: (credits) => `One of your budgets had less than ${dollars(credits)} left. Nothing was charged.`,
  credits: (credits) => `Your balance was below ${dollars(credits)}. Nothing was charged.`,
};

function paidText(credits: string, interval: string, plan: string | null = null): string {
  if (Number(credits) === 0) return `${plan ?? "It"} is free.`;
  return `You paid ${dollars(credits)} for the first ${interval}${plan ? ` of ${plan}` : ""}.`;
}

/** About subscriptions that the account has. */
export const PURCHASE_NOTICES = {
  purchase_made: buyerNotice<Bought>("Purchases", {
    about: "A subscription was bought",
    sample: { id: ID, skill: "Text statistics", credits: "5", interval: "month", date: "2026-12-01", renews: true },
    varies: true,
    message: ({ id, skill, credits, interval, date, renews, trial, plan, changed }) => ({
      title: trial
        ? `Your trial of ${skill} has begun`
        : changed
          ? `Your plan of ${skill} is now ${plan ?? "Standard"}`
          : `You bought ${skill}`,
      lines: [
        ...(changed ? ["What was unused of your former plan was given back."] : []),
        trial ? `It's free until ${date}.` : paidText(credits, interval, plan),
        trial && renews
          ? `Then it costs ${dollars(credits)} every ${interval}. Cancel before then and you won't be charged.`
          : renews && Number(credits) === 0
            ? `It renews on ${date}, then every ${interval}, until you cancel.`
            : renews
              ? `It renews on ${date} for ${dollars(credits)}, then every ${interval}, until you cancel.`
              : `It ends on ${date} and doesn't renew.`,
      ],
      action: renews ? MANAGE : PURCHASES,
      ...(id && !trial && Number(credits) !== 0 && { also: { label: "Receipt", path: `/purchases/${id}/receipt` } }),
    }),
  }),
  renewal_ahead: buyerNotice<Ahead>("Upcoming renewals", {
    about: "A subscription renews soon",
    sample: AHEAD,
    varies: true,
    message: ({ skill, credits, date, isShort }) => ({
      title: `${skill} renews on ${date}`,
      lines: [`It will cost ${dollars(credits)}.`, ...shortLines(isShort)],
      action: MANAGE,
    }),
  }),
  trial_ends: buyerNotice<Ahead>("Ends of trials", {
    about: "A free trial ends soon",
    sample: AHEAD,
    varies: true,
    message: ({ skill, credits, date, isShort }) => ({
      title: `Your trial of ${skill} ends on ${date}`,
      lines: [`Then it costs ${dollars(credits)}, unless you cancel before.`, ...shortLines(isShort)],
      action: MANAGE,
    }),
  }),
  purchase_lapsed: buyerNotice<Lapsed>("Failed renewals", {
    about: "A subscription was not renewed",
    sample: { ...SLUG, credits: "5", reason: "credits" },
    varies: true,
    message: ({ skill, credits, reason, slug }) => ({
      title: `${skill} was not renewed`,
      lines: [LAPSED[reason](credits)],
      action: reason === "gone" ? PURCHASES : { label: "View the skill", path: `/skills/${slug}` },
    }),
  }),
};
