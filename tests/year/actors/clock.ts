/** Time and the jobs: each may run at any time, in any order, and twice. */

import { JOBS } from "@/host/jobs";
import { query } from "@/lib/platform/core/db";
import type { Answer } from "@/tests/support/api";
import { kind } from "@/tests/year/actors/kinds";
import type { World } from "@/tests/year/actors/world";
import type { Body, Moment } from "@/tests/year/model/answers";
import { DAY, HOUR, MINUTE } from "@/tests/year/model/calendar";
import { announceRuns } from "@/tests/year/model/calls";
import { type Market, passTime as passModelTime } from "@/tests/year/model/market";
import { applyPrices } from "@/tests/year/model/prices";
import { renewDue } from "@/tests/year/model/purchases";
import { escalateDue } from "@/tests/year/model/refund-requests";
import { refundSuspended } from "@/tests/year/model/suspensions";
import { passTime } from "@/tests/year/time";

/** What each job does to the market. All others change nothing that the model knows. */
const MODELLED: Record<string, (market: Market, op: { first?: string[] }, moment: Moment) => Body> = {
  "renew-purchases": renewDue,
  "apply-price-changes": applyPrices,
  "refund-suspended": refundSuspended,
  "announce-runs": announceRuns,
  "escalate-refund-requests": escalateDue,
};
/** Asks the processor about what the sandbox, whose clock stands still, dates otherwise; or waits for others. */
const LEFT_OUT = ["reconcile-whole", "monthly-payouts", "late-payouts", "reconcile-payments"];
const NAMES = JOBS.map(({ queue }) => queue).filter((queue) => !LEFT_OUT.includes(queue));

const done = (): Answer => ({ status: 200, headers: new Headers(), text: "", body: {} as Answer["body"] });

/** The due purchases that were renewed: the job may take them in any order. */
export async function renewedOf({ market, ids }: World): Promise<string[]> {
  const terms = await query<{ id: string; term: number }>(
    "year.terms",
    "SELECT id, term FROM purchase WHERE status = 'active'",
    [],
  );
  const now = new Map(terms.map(({ id, term }) => [id, term]));
  return [...market.purchases.values()]
    .filter(({ ref, term }) => (now.get(ids.get(ref) ?? "") ?? 0) > term)
    .map(({ ref }) => ref);
}

export const CLOCK = {
  job: kind<{ name: string; first?: string[] }>({
    weight: 4,
    make: ({ random }) => ({
      name: random.chance(0.4) ? random.pick(Object.keys(MODELLED)) : random.pick(NAMES),
    }),
    model: (market, op, moment) => MODELLED[op.name]?.(market, op, moment) ?? {},
    send: async (_, { name }) => {
      await JOBS.find(({ queue }) => queue === name)?.run();
      return done();
    },
    observe: async (world, { name }) => (name === "renew-purchases" ? { first: await renewedOf(world) } : {}),
    refunds: true,
  }),
  pass: kind<{ ms: number }>({
    weight: 0,
    make: ({ random, market, now }) => {
      const ends = [...market.purchases.values()]
        .filter(({ status }) => status === "active")
        .map(({ endsAt }) => endsAt - now);
      const future = ends.filter((ms) => ms > HOUR && ms < 40 * DAY);
      const dice = random.next();
      if (dice < 0.35 && future.length > 0)
        return { ms: random.pick(future) + (random.chance(0.5) ? MINUTE : -10 * MINUTE) };
      if (dice < 0.5) return { ms: random.pick([HOUR, 5 * HOUR]) };
      return { ms: random.pick([1, 1, 2, 3, 7, 8, 14, 31]) * DAY };
    },
    model: (market, { ms }) => {
      passModelTime(market, ms);
      return {};
    },
    send: async (_, { ms }) => {
      await passTime(ms);
      return done();
    },
  }),
};
