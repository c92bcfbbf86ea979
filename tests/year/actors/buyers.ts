/** Buyers, agents, payers, and administrators who refund. */
import { reconcilePayments } from "@/lib/money/payments/reconciliation";
import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { askedAgain } from "@/tests/year/actors/approvers";
import {
  actor,
  administrator,
  anyUse,
  type Context,
  kind,
  type Op,
  pickRef,
  skill,
  someone,
} from "@/tests/year/actors/kinds";
import { askAgain, type Loss, lossFor } from "@/tests/year/actors/saboteurs";
import { idOf, resendEvents, sendEvents, slugOf, type World } from "@/tests/year/actors/world";
import { DAY } from "@/tests/year/model/calendar";
import { isAlive, isListed } from "@/tests/year/model/callers";
import { type Behaviour, type Call, execute } from "@/tests/year/model/calls";
import type { Late, PayAction } from "@/tests/year/model/market";
import * as payments from "@/tests/year/model/payments";
import * as purchases from "@/tests/year/model/purchases";

const reason = "A year of the market.";
const credits = (amount: string | null) => (amount === null ? undefined : Number(amount) / 1e6);
const maxFor = ({ random }: Context) => (random.chance(0.8) ? null : String(BigInt(random.below(60)) * 50_000n));

/** A code of the skill, now and then one that is over or was never there. */
function codeFor({ random, market }: Context, ref: string): string | null {
  const codes = [...market.promotions.values()].filter(({ skill: of }) => of === ref);
  if (codes.length > 0 && random.chance(0.6)) return random.pick(codes).code;
  return random.chance(0.02) ? "NONE-SUCH" : null;
}

/** A key to repeat the request under, and whether its answer gets lost. */
const keyed = (context: Context): { idem: string | null; loss: Loss | null } => {
  const idem = context.random.chance(0.25) ? context.name("i") : null;
  return { idem, loss: lossFor(context, idem) };
};
/** A request that names an approval: mostly under a key, too. */
const unkeyed = (context: Context) => ({
  maxPrice: null,
  idem: context.random.chance(0.3) ? context.name("i") : null,
  loss: null,
  asks: context.name("q"),
});
/** The key that a request comes under, and the approval that it names. */
const headersOf = (world: World, idem: string | null, approval: string | null | undefined) => ({
  ...(idem !== null && { "idempotency-key": idem }),
  ...(approval && { approval: idOf(world, approval) }),
});

/** Usage records of calls that died with their process, which the caller has repeated. */
async function diedOf({ ids, market }: World, by: string): Promise<{ died: number }> {
  const owner = market.keys.get(by)?.owner ?? "";
  const [row] = await query<{ failed: number }>(
    "year.died",
    "SELECT count(*)::int AS failed FROM usage_record WHERE account_id = $1 AND status = 'failed'",
    [idOf({ ids } as World, owner)],
  );
  return { died: (row?.failed ?? 0) - (market.accounts.get(owner)?.calls.failed ?? 0) };
}

/** An operation of late that is sent again under its key: as it was, by another key of the account, or changed. */
function again<T>({ random, recent, market, now }: Context, kindName: string): T | null {
  const found = recent.filter((op) => op.kind === kindName && op.idem !== null);
  if (found.length === 0 || !random.chance(0.2)) return null;
  const ownerOf = ({ by }: Op) => market.keys.get(String(by))?.owner;
  const keysFor = (op: Op) => [...market.keys.values()].filter((key) => key.owner === ownerOf(op));
  // A key that may not use the skill learns nothing of what another one got.
  const limitedFor = (op: Op) =>
    keysFor(op).filter(
      (key) => key.skills.length > 0 && !key.skills.includes(String(op.skill)) && isAlive(market, key, now),
    );
  const told = found.filter((op) => limitedFor(op).length > 0);
  const isElsewhere = told.length > 0 && random.chance(0.5);
  const op = { ...random.pick(isElsewhere ? told : found) };
  const keys = isElsewhere ? limitedFor(op) : keysFor(op);
  if ((isElsewhere || random.chance(0.5)) && keys.length > 0) op.by = random.pick(keys).ref;
  if (random.chance(0.1)) op.maxPrice = "7000000";
  return op as T;
}

const LISTED_DAYS = 25;
const AFTERWARDS: PayAction[] = ["refund", "refund", "dispute", "dispute_lost", "dispute_appealed", "dispute_won"];

/** Whether the processor's lists still have all that is late: they go back 30 days. */
const isListedYet = ({ late }: Context["market"]) =>
  late.every(({ happenedAt = 0 }) => happenedAt > Date.now() - LISTED_DAYS * DAY);

/** A purchase, and mostly a key of its buyer. */
function ofBuyer(context: Context): { by: string; purchase: string } | null {
  const purchase = pickRef(context, context.market.purchases);
  const buyer = purchase === null ? null : (context.market.purchases.get(purchase)?.buyer ?? null);
  const by = actor({ ...context, target: null }, buyer);
  return purchase && by ? { by, purchase } : null;
}

export const BUYERS = {
  purchase: kind<purchases.Buying & { loss?: Loss | null }>({
    weight: 8,
    make: (context) => {
      const { market, random } = context;
      const repeated = again<purchases.Buying>(context, "purchase");
      // A day later it is another purchase.
      if (repeated) return { ...repeated, as: context.name("p"), asks: context.name("q") };
      const asked = askedAgain(context, "purchase");
      if (asked) {
        const { request, ...named } = asked;
        const [autoRenew, code] = JSON.parse(request);
        return { ...named, ...unkeyed(context), as: context.name("p"), autoRenew, code };
      }
      const found = skill(context, (each) => isListed(market, each) && each.terms.pricing === "subscription");
      const by = actor(context, someone(context));
      return found && by
        ? {
            by,
            skill: found.ref,
            as: context.name("p"),
            maxPrice: maxFor(context),
            autoRenew: random.chance(0.8),
            code: codeFor(context, found.ref),
            asks: context.name("q"),
            ...keyed(context),
          }
        : null;
    },
    model: purchases.buy,
    send: (world, { by, skill: ref, maxPrice, autoRenew, code, idem, loss, approval }) =>
      askAgain(loss, (signal) =>
        world.ask(by, "POST", `/v1/skills/${slugOf(world, ref)}/purchase`, {
          body: {
            auto_renew: autoRenew,
            ...(maxPrice !== null && { max_price: credits(maxPrice) }),
            ...(code !== null && { promotion_code: code }),
          },
          headers: headersOf(world, idem, approval),
          signal,
        }),
      ),
    learn: ({ ids, market }, { as }, { body }) => {
      const { id, started_at, current_period_end } = body.purchase as Record<string, string>;
      const made = market.purchases.get(as);
      if (!made || body.already_owned) return;
      ids.set(as, String(id));
      made.startedAt = Date.parse(String(started_at));
      made.endsAt = Date.parse(String(current_period_end));
      // After a trial, terms are counted from its end.
      made.anchorAt = made.triedBy !== null ? made.endsAt : made.startedAt;
    },
  }),
  set_renewal: kind<{ by: string; purchase: string; autoRenew: boolean }>({
    weight: 2,
    make: (context) => {
      const found = ofBuyer(context);
      return found && { ...found, autoRenew: context.random.chance(0.6) };
    },
    model: purchases.setRenewal,
    send: (world, { by, purchase, autoRenew }) =>
      world.ask(by, "PATCH", `/v1/purchases/${idOf(world, purchase)}`, { body: { auto_renew: autoRenew } }),
  }),
  refund_purchase: kind<{ by: string; purchase: string; refund: "full" | "unused" }>({
    weight: 0.8,
    refunds: true,
    make: (context) => {
      const purchase = pickRef(context, context.market.purchases);
      const by = actor({ ...context, target: null }, administrator(context));
      return purchase && by ? { by, purchase, refund: context.random.pick(["full", "unused"]) } : null;
    },
    model: (market, { by, purchase, refund }, moment) =>
      purchases.refundByAdmin(market, { by, purchase, kind: refund }, moment),
    send: (world, { by, purchase, refund }) =>
      world.ask(by, "POST", `/v1/admin/purchases/${idOf(world, purchase)}/refund`, {
        body: { refund, reason },
      }),
  }),
  execute: kind<Call & { loss?: Loss | null }>({
    weight: 16,
    make: (context) => {
      const { market, random } = context;
      const repeated = again<Call>(context, "execute");
      if (repeated) return { ...repeated, asks: context.name("q") };
      const asked = askedAgain(context, "execute");
      if (asked) {
        const { request, ...named } = asked;
        return { ...named, ...unkeyed(context), does: request as Behaviour, isDryRun: false };
      }
      const use = anyUse(context, (each) => isListed(market, each));
      const dice = random.next();
      const does: Behaviour =
        dice < 0.74
          ? random.pick(["ok", "few", "few", "many"] as const)
          : dice < 0.748
            ? "late"
            : dice < 0.9
              ? random.pick(["bad", "bad", "bad", "lie"] as const)
              : dice < 0.94
                ? "refuse"
                : dice < 0.942
                  ? "never"
                  : "invalid";
      return (
        use && {
          ...use,
          does,
          maxPrice: maxFor(context),
          isDryRun: random.chance(0.1),
          asks: context.name("q"),
          ...keyed(context),
        }
      );
    },
    model: execute,
    send: (world, { by, skill: ref, does, maxPrice, isDryRun, idem, loss, approval }) => {
      const asked = new URLSearchParams({
        ...(maxPrice !== null && { max_price: String(credits(maxPrice)) }),
        ...(isDryRun && { dry_run: "true" }),
      });
      const body = does === "invalid" ? { do: 5 } : { do: does };
      return askAgain(loss, (signal) =>
        world.ask(by, "POST", `/v1/skills/${slugOf(world, ref)}/execute?${asked}`, {
          body,
          headers: headersOf(world, idem, approval),
          signal,
        }),
      );
    },
    observe: async (world, { by, loss }) => (loss?.by === "process" ? diedOf(world, by) : {}),
  }),
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
      if (session) world.sessions.set(as, session);
    },
  }),
  pay: kind<Late & { isReversed: boolean; isLate: boolean }>({
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
    send: async (world, { order, action, cents, isReversed, isLate }) => {
      const session = world.sessions.get(order);
      if (session) world.sandbox.act(session, action, cents ?? undefined);
      if (isLate) return call("GET", "/v1/health");
      return (await sendEvents(world, isReversed)) ?? call("GET", "/v1/health");
    },
  }),
  deliver_events: kind<{ isLost: boolean; isReversed: boolean }>({
    weight: 0.6,
    make: ({ random, market }) =>
      market.late.length > 0
        ? { isLost: isListedYet(market) && random.chance(0.3), isReversed: random.chance(0.3) }
        : null,
    model: payments.deliver,
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
};
