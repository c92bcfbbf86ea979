/** Buyers, agents, and administrators who refund. */
import { query } from "@/lib/platform/core/db";
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
import { idOf, slugOf, type World } from "@/tests/year/actors/world";
import { isAlive, isListed } from "@/tests/year/model/callers";
import { type Behaviour, type Call, execute } from "@/tests/year/model/calls";
import type { Skill } from "@/tests/year/model/market";
import * as purchases from "@/tests/year/model/purchases";
import { refundByAdmin } from "@/tests/year/model/refunds";
import { plansOf } from "@/tests/year/model/terms";

const reason = "A year of the market.";
const credits = (amount: string | null) => (amount === null ? undefined : Number(amount) / 1e6);
const maxFor = ({ random }: Context) => (random.chance(0.8) ? null : String(BigInt(random.below(60)) * 50_000n));

/** A code of the skill, now and then one that is over or was never there. */
function codeFor({ random, market }: Context, ref: string): string | null {
  const codes = [...market.promotions.values()].filter(({ skill: of }) => of === ref);
  if (codes.length > 0 && random.chance(0.6)) return random.pick(codes).code;
  return random.chance(0.02) ? "NONE-SUCH" : null;
}

/** A plan of the skill, now and then one that is not there; mostly the first, which needs no name. */
function planFor({ random, market }: Context, { ref, terms }: Skill, by: string): string | null {
  const offer = market.offers.get(`${market.keys.get(by)?.owner} ${ref}`);
  const plans = [...plansOf(terms), ...(offer ? [offer.plan] : [])];
  if (random.chance(plans.length > 1 ? 0.4 : 0.9)) return null;
  return random.chance(0.05) ? "Nothing" : random.pick(plans).name;
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

/** How many calls of the caller's account have failed: one that died with its process is among them. */
async function failedOf({ ids, market }: World, by: string): Promise<{ failed: number }> {
  const owner = market.keys.get(by)?.owner ?? "";
  const [row] = await query<{ failed: number }>(
    "year.failed",
    "SELECT count(*)::int AS failed FROM usage_record WHERE account_id = $1 AND status = 'failed'",
    [idOf({ ids } as World, owner)],
  );
  return { failed: row?.failed ?? 0 };
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
      if (asked && !asked.request.startsWith('["plan"')) {
        const { request, ...named } = asked;
        const [autoRenew, code, plan = null] = JSON.parse(request);
        return { ...named, ...unkeyed(context), as: context.name("p"), autoRenew, code, plan };
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
            plan: planFor(context, found, by),
            asks: context.name("q"),
            ...keyed(context),
          }
        : null;
    },
    model: purchases.buy,
    send: (world, { by, skill: ref, maxPrice, autoRenew, code, plan, idem, loss, approval }) =>
      askAgain(loss, (signal) =>
        world.ask(by, "POST", `/v1/skills/${slugOf(world, ref)}/purchase`, {
          body: {
            auto_renew: autoRenew,
            ...(maxPrice !== null && { max_price: credits(maxPrice) }),
            ...(code !== null && { promotion_code: code }),
            ...(plan && { plan }),
          },
          headers: headersOf(world, idem, approval),
          signal,
        }),
      ),
    learn: ({ ids, market }, { as }, { body }) => {
      const { id, started_at, current_period_end } = body.purchase as Record<string, string>;
      const made = market.purchases.get(as);
      // If the process died after the purchase, the repeated request says that it is owned already.
      if (!made) return;
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
    model: (market, { by, purchase, refund }, moment) => refundByAdmin(market, { by, purchase, kind: refund }, moment),
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
          ? random.pick(["ok", "few", "few", "many", "misreport"] as const)
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
    observe: async (world, { by, loss }) => (loss?.by === "process" ? failedOf(world, by) : {}),
  }),
};
