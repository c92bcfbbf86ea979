/** People who pay for credits, and want them back; their banks, and the processor. */
import { reconcilePayments } from "@/lib/money/payments/reconciliation";
import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { actor, behind, type Context, kind, pickFrom, pickRef, someone } from "@/tests/year/actors/kinds";
import { asPerson, PASSWORD, resendEvents, sendEvents, type World } from "@/tests/year/actors/world";
import { DAY } from "@/tests/year/model/calendar";
import type { Acting } from "@/tests/year/model/callers";
import * as cardRefunds from "@/tests/year/model/card-refunds";
import type { PayAction } from "@/tests/year/model/orders";
import * as payments from "@/tests/year/model/payments";

const LISTED_DAYS = 25;
const AFTERWARDS: PayAction[] = [
  "refund",
  "refund",
  "refund_fails",
  "dispute",
  "dispute_lost",
  "dispute_appealed",
  "dispute_won",
];

/** Whether the processor's lists still have all that is late: they go back 30 days. */
const isListedYet = ({ late }: Context["market"]) =>
  late.every(({ listedAt }) => listedAt > Date.now() - LISTED_DAYS * DAY);

/** In which order the product has applied what it heard of payments. */
async function heardOf({ ids, market }: World): Promise<{ heard?: string[] }> {
  if (market.late.length === 0) return {};
  const rows = await query<{ order: string }>(
    "year.heard",
    `SELECT split_part(source_id, ':', 1) AS order FROM ledger_transaction WHERE source_type IN ('topup', 'reversal')
      ORDER BY id DESC LIMIT 100`,
    [],
  );
  return { heard: rows.toReversed().flatMap(({ order }) => ids.refs.get(order) ?? []) };
}

/** The requests for money back that the processor was seen to take, in its order. */
export async function sentOf({ ids, sandbox }: World): Promise<string[]> {
  const rows = await query<{ id: string; order: string; state: string }>(
    "year.sent",
    "SELECT id, order_id AS order, state FROM card_refund ORDER BY order_id, id",
    [],
  );
  const taken = sandbox.books.refunds.map(({ metadata }) => metadata.request_id ?? "");
  return [...Map.groupBy(rows, ({ order }) => order)]
    .flatMap(([order, each]) =>
      each.flatMap(({ id, state }, place) =>
        state === "sent" ? { name: cardRefunds.nameOf(ids.refs.get(order) ?? "", place), at: taken.indexOf(id) } : [],
      ),
    )
    .toSorted((a, b) => a.at - b.at)
    .map(({ name }) => name);
}

/** Somebody who has paid of late, mostly. */
function payer(context: Context): string | null {
  const { market, target, now } = context;
  if (target !== null && market.accounts.has(target)) return target;
  const own = market.orders.get(target ?? "");
  if (own) return own.account;
  const recent = [...market.orders.values()].filter(({ paidAt }) => paidAt !== null && paidAt > now - 30 * DAY);
  return pickFrom(context, recent)?.account ?? someone(context);
}

export const PAYERS = {
  topup: kind<{ by: string; as: string; cents: number }>({
    weight: 2,
    make: (context) => {
      const by = actor(context, someone(context));
      const cents = context.random.chance(0.05) ? 400 : 500 + context.random.below(3_000);
      return by === null ? null : { by, as: context.name("o"), cents };
    },
    model: payments.topUp,
    send: (world, { by, cents }) => world.ask(by, "POST", "/v1/credits/topup", { body: { amount: cents / 100 } }),
    learn: (world, { as }, { body }) => {
      const session = world.sandbox.books.sessions.find(({ id }) => id === body.session_id);
      if (!session) return;
      world.sessions.set(as, session);
      world.ids.set(as, session.metadata.order_id ?? "");
    },
  }),
  pay: kind<payments.Paying & { isReversed: boolean }>({
    weight: 3,
    needs: "order",
    make: (context) => {
      const { market, random } = context;
      const open = [...market.orders.values()].filter(({ state }) => state === "open");
      const order =
        context.target && market.orders.has(context.target)
          ? context.target
          : open.length > 0
            ? random.pick(open).ref
            : pickRef(context, market.orders);
      // Of one payment, the events come in their order.
      if (!order || market.late.some((late) => late.order === order)) return null;
      const isPaid = market.orders.get(order)?.state === "paid";
      const action: PayAction = isPaid ? random.pick(AFTERWARDS) : random.chance(0.85) ? "pay" : "expire";
      return {
        order,
        action,
        cents: action === "refund" && random.chance(0.6) ? 100 + random.below(400) : null,
        isReversed: random.chance(0.2),
        isLate: random.chance(0.2),
      };
    },
    model: payments.pay,
    observe: heardOf,
    send: async (world, { order, action, cents, isReversed, isLate }) => {
      const session = world.sessions.get(order);
      if (session) world.sandbox.act(session, action, cents ?? undefined);
      if (isLate) return call("GET", "/v1/health");
      return (await sendEvents(world, isReversed)) ?? call("GET", "/v1/health");
    },
  }),
  deliver_events: kind<{ isLost: boolean; isReversed: boolean; heard?: string[] }>({
    weight: 0.6,
    make: ({ random, market }) =>
      market.late.length > 0
        ? { isLost: isListedYet(market) && random.chance(0.3), isReversed: random.chance(0.3) }
        : null,
    model: payments.deliver,
    observe: heardOf,
    send: async (world, { isLost, isReversed }) => {
      if (!isLost) return (await sendEvents(world, isReversed)) ?? call("GET", "/v1/health");
      world.sentEvents = world.sandbox.books.events.length;
      await reconcilePayments();
      return call("GET", "/v1/health");
    },
  }),
  resend_events: kind<{ part: number; count: number }>({
    weight: 1,
    make: ({ random, market }) =>
      market.orders.size > 0 ? { part: random.below(100) / 100, count: 1 + random.below(3) } : null,
    model: () => ({}),
    send: async (world, { part, count }) => (await resendEvents(world, part, count)) ?? call("GET", "/v1/health"),
  }),
  ask_back: kind<Acting & { amount: string | null }>({
    weight: 1.5,
    needs: "account",
    make: (context) => {
      const { random } = context;
      const account = payer(context);
      const amount = random.chance(0.4) ? null : String(BigInt(1 + random.below(1_500)) * payments.MICROS_PER_CENT);
      return account === null ? null : { ...behind(context, account), amount };
    },
    model: cardRefunds.askBack,
    send: (world, { amount, ...acting }) =>
      asPerson(world, acting, "POST", "/v1/credits/refunds", {
        password: PASSWORD,
        ...(amount !== null && { amount: Number(amount) / 1e6 }),
      }),
  }),
  read_refundable: kind<{ by: string }>({
    weight: 1,
    make: (context) => {
      const by = actor(context, payer(context));
      return by === null ? null : { by };
    },
    model: cardRefunds.readRefundable,
    send: (world, { by }) => world.ask(by, "GET", "/v1/credits/refundable"),
  }),
};
