/** Time and the jobs: each may run at any time, in any order, and twice. */

import { JOBS } from "@/host/jobs";
import { query } from "@/lib/platform/core/db";
import type { Answer } from "@/tests/support/api";
import { writeNoted } from "@/tests/support/cluster";
import { kind } from "@/tests/year/actors/kinds";
import { sentOf } from "@/tests/year/actors/payers";
import { passAtProcessor, type World } from "@/tests/year/actors/world";
import type { Body, Moment } from "@/tests/year/model/answers";
import { forgetApprovals } from "@/tests/year/model/approvals";
import { DAY, HOUR, MINUTE } from "@/tests/year/model/calendar";
import { announceRuns } from "@/tests/year/model/calls";
import { sendRefunds } from "@/tests/year/model/card-refunds";
import { forgetPrograms } from "@/tests/year/model/connections";
import type { Market } from "@/tests/year/model/market";
import { forgetInvitations } from "@/tests/year/model/organizations";
import { passTime as passModelTime } from "@/tests/year/model/passing";
import { applyPrices } from "@/tests/year/model/prices";
import { escalateDue } from "@/tests/year/model/refund-requests";
import { renewDue } from "@/tests/year/model/renewals";
import { refundSuspended } from "@/tests/year/model/suspensions";
import { passTime } from "@/tests/year/time";

type Seen = { first?: string[]; ended?: string[]; sent?: string[] };
/** What each job does to the market. All others change nothing that the model knows. */
const MODELLED: Record<string, (market: Market, op: Seen, moment: Moment) => Body> = {
  "renew-purchases": renewDue,
  "send-card-refunds": sendRefunds,
  "apply-price-changes": applyPrices,
  "refund-suspended": refundSuspended,
  "announce-runs": announceRuns,
  "escalate-refund-requests": escalateDue,
  forget: (market, op, moment) => ({
    ...forgetPrograms(market, op, moment),
    ...forgetApprovals(market, op, moment),
    ...forgetInvitations(market, op, moment),
  }),
};
/** Asks the processor about what the sandbox, whose clock stands still, dates otherwise; or waits for others. */
const LEFT_OUT = ["reconcile-whole", "monthly-payouts", "late-payouts", "reconcile-payments"];
const NAMES = JOBS.map(({ queue }) => queue).filter((queue) => !LEFT_OUT.includes(queue));

/** Jumps of time, in days, of which those are taken that bring the start of a subscription to a special day. */
const SPECIAL_DAYS = Array.from({ length: 45 }, (_, index) => index + 1);
/** The last days of a month, and those on which clocks change in Europe or America. */
function isSpecial(moment: number): boolean {
  const day = new Date(moment).getUTCDate();
  const isSunday = new Date(moment).getUTCDay() === 0;
  const month = new Date(moment).getUTCMonth() + 1;
  return (
    day >= 29 || (isSunday && ((month === 3 && day > 7) || (month === 10 && day > 24) || (month === 11 && day < 8)))
  );
}

const done = (): Answer => ({ status: 200, headers: new Headers(), text: "", body: {} as Answer["body"] });

/** The due purchases that were renewed: the job may take them in any order. */
export async function renewedOf({ market, ids }: World): Promise<string[]> {
  const terms = await query<{ id: string; term: number }>(
    "year.terms",
    `SELECT id, term FROM purchase WHERE status = 'active'
      UNION ALL SELECT replaces_id, 2147483647 FROM purchase WHERE replaces_id IS NOT NULL`,
    [],
  );
  const now = new Map(terms.map(({ id, term }) => [id, term]));
  return [...market.purchases.values()]
    .filter(({ ref, term }) => (now.get(ids.get(ref) ?? "") ?? 0) > term)
    .map(({ ref }) => ref);
}

/** The keys of programs that have ended. */
async function endedOf({ ids }: World): Promise<string[]> {
  const rows = await query<{ id: string }>(
    "year.ended",
    "SELECT id FROM api_key WHERE client_id IS NOT NULL AND revoked_at IS NOT NULL",
    [],
  );
  return rows.flatMap(({ id }) => ids.refs.get(id) ?? []);
}

export const CLOCK = {
  job: kind<Seen & { name: string }>({
    weight: 4,
    make: ({ random }) => ({
      name: random.chance(0.4) ? random.pick(Object.keys(MODELLED)) : random.pick(NAMES),
    }),
    model: (market, op, moment) => MODELLED[op.name]?.(market, op, moment) ?? {},
    send: async (_, { name }) => {
      await JOBS.find(({ queue }) => queue === name)?.run();
      return done();
    },
    observe: async (world, { name }) => ({
      ...(name === "renew-purchases" && { first: await renewedOf(world) }),
      ...(name === "send-card-refunds" && { sent: await sentOf(world) }),
      ...(name === "forget" && { ended: await endedOf(world) }),
    }),
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
      const anchors = [...market.purchases.values()].filter(
        ({ status, interval }) => status === "active" && (interval === "month" || interval === "year"),
      );
      const anchor = dice < 0.7 && anchors.length > 0 ? random.pick(anchors).anchorAt : null;
      const days = anchor === null ? [] : SPECIAL_DAYS.filter((count) => isSpecial(anchor - count * DAY));
      if (days.length > 0) return { ms: random.pick(days) * DAY };
      return { ms: random.pick([1, 1, 2, 3, 7, 8, 14, 31]) * DAY };
    },
    model: (market, { ms }) => {
      passModelTime(market, ms);
      return {};
    },
    send: async (world, { ms }) => {
      // What another process has noted of the use of keys is written before time passes.
      await writeNoted();
      await passTime(ms);
      passAtProcessor(world, ms);
      // Pages and sessions would be out of date.
      world.guestTokens.clear();
      world.browsers.clear();
      return done();
    },
  }),
};
