/** What the model says is stored of purchases, of plans and of payments, in lines. */
import { flag, type Lines, letter, linesOf } from "@/tests/year/lines";
import { MINUTE } from "@/tests/year/model/calendar";
import type { Market } from "@/tests/year/model/market";
import type { Included } from "@/tests/year/model/terms";

/** Calls that are included, and pages, each with what one beyond costs. */
function includedOf(included: Included | null): [calls: string, pages: string] {
  const { what, count, most, beyond } = included ?? { what: null, count: 0, most: 0, beyond: null };
  return [
    what === "calls" ? `${count}/${beyond ?? "-"}` : "-",
    what === "pages" ? `${count}/${most}/${beyond === null ? "-" : beyond * 1_000n}` : "-",
  ];
}

export function purchaseLines(market: Market): Lines {
  return linesOf(market.purchases, (each) => [
    each.status,
    letter(each.autoRenew),
    each.price,
    each.interval,
    each.term,
    each.refunded,
    flag(each.refundedAt),
    each.plan ?? "-",
    ...includedOf(each.included),
    each.next ? [each.next.name ?? "Standard", each.next.price, each.next.interval].join("/") : "-",
    letter(each.replaces !== null),
    ...(each.status === "active" ? [Math.round(each.endsAt / MINUTE)] : []),
  ]);
}

/** Lines of what has something in a list. */
const listed = <T extends { ref: string }>(all: Map<string, T>, parts: (each: T) => unknown[]): Lines =>
  new Map([...linesOf(all, (each) => [parts(each).join(", ")])].filter(([, line]) => line !== ""));

/** Calls that were counted in each term, and pages. */
export const usedLines = (market: Market): Lines =>
  listed(market.purchases, ({ uses }) =>
    [...uses].sort(([a], [b]) => a - b).map(([term, { calls, pages }]) => [term, calls, pages].join(" ")),
  );

export const planLines = (market: Market): Lines =>
  listed(market.skills, ({ terms }) =>
    terms.plans.map(({ name, interval, price, trialDays, included }) =>
      [name, interval, price, trialDays, ...includedOf(included)].join(" "),
    ),
  );

export const offerLines = (market: Market): Lines =>
  new Map([...market.offers.values()].map(({ ref, plan }) => [ref, `${plan.name} ${plan.price}`]));

/** What has gone back of each payment. */
export function orderLines(market: Market): Lines {
  const paid = new Map([...market.orders].filter(([, { state }]) => state === "paid"));
  return linesOf(paid, ({ refundedCents, disputedCents, reversed }) => [refundedCents, disputedCents, reversed]);
}

export const askedLines = (market: Market): Lines =>
  listed(market.orders, ({ asked }) => asked.map(({ state, cents }) => `${state} ${cents}`));
