/** Developers who are paid out, and their banks. */
import { advanceDue } from "@/lib/money/payouts/transfers";
import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { actor, kind, pickFrom, someone } from "@/tests/year/actors/kinds";
import { asNobody, sendEvents, signIn, type World } from "@/tests/year/actors/world";
import { CREDIT } from "@/tests/year/model/credits";
import * as payouts from "@/tests/year/model/payouts";

const bankPayoutOf = ({ sandbox, ids }: World, payout: string) =>
  sandbox.books.bankPayouts.find(({ metadata }) => metadata.payout_id === ids.get(payout));

export const BANKERS = {
  connect_bank: kind<{ account: string }>({
    weight: 0.3,
    needs: "account",
    make: (context) => {
      const { market, target } = context;
      const sellers = [...market.accounts.values()].filter(
        ({ earnings, hasBank, members }) => !members && earnings > 0n && !hasBank,
      );
      const account = target !== null && market.accounts.has(target) ? target : pickFrom(context, sellers)?.ref;
      return account ? { account } : null;
    },
    model: payouts.connectBank,
    send: async (world, { account }) => {
      const email = world.market.accounts.get(account)?.email ?? "";
      const visitor = await signIn(email);
      if (!visitor) return asNobody();
      await visitor.api("POST", "/v1/developer/payouts/account", { body: {} });
      const connected = world.sandbox.books.accounts.findLast((each) => each.email === email);
      if (connected) world.sandbox.connect.actOnAccount(connected, "finish");
      await visitor.api("POST", "/v1/developer/payouts/account/refresh");
      return visitor.api("GET", "/v1/developer/payouts/account");
    },
  }),
  payout: kind<{ by: string; as: string; amount: string | null }>({
    weight: 0.8,
    make: (context) => {
      const { market, random, name } = context;
      const ready = [...market.accounts.values()].filter(({ earnings, hasBank }) => hasBank && earnings > 10n * CREDIT);
      const by = actor(context, pickFrom(context, ready)?.ref ?? someone(context));
      const amount = random.chance(0.7) ? null : String(BigInt(8 + random.below(20)) * CREDIT);
      return by === null ? null : { by, as: name("y"), amount };
    },
    model: payouts.payOut,
    send: (world, { by, amount }) =>
      world.ask(by, "POST", "/v1/developer/payouts", {
        body: amount === null ? {} : { amount: Number(amount) / 1e6 },
      }),
    learn: ({ ids }, { as }, { body }) => ids.set(as, body.id),
  }),
  settle_payout: kind<{ payout: string; arrives: boolean }>({
    weight: 0.6,
    needs: "payout",
    make: (context) => {
      const { market, random, target } = context;
      const open = [...market.payouts.values()].filter(({ state }) => state === "in_transit");
      const payout = target !== null && market.payouts.has(target) ? target : (pickFrom(context, open)?.ref ?? null);
      return payout === null ? null : { payout, arrives: random.chance(0.75) };
    },
    model: payouts.settlePayout,
    send: async (world, { payout, arrives }) => {
      const sent = bankPayoutOf(world, payout);
      if (sent) world.sandbox.connect.settle(sent, arrives ? "arrive" : "fail");
      const answer = (await sendEvents(world)) ?? (await call("GET", "/v1/health"));
      // What the bank sends back goes back in two steps; the second one is the job's.
      await query("year.returning", "UPDATE payout SET next_try_at = now() WHERE state = 'returning'", []);
      await advanceDue();
      return answer;
    },
  }),
};
