/** People and agents who manage their keys. */
import { actor, type Context, kind, pickFrom, pickRef } from "@/tests/year/actors/kinds";
import { idOf, slugOf } from "@/tests/year/actors/world";
import { CREDIT } from "@/tests/year/model/credits";
import * as keys from "@/tests/year/model/keys";
import { SCOPES, type Scope } from "@/tests/year/model/market";

const limitFor = ({ random }: Context): keys.NewKey["limit"] =>
  random.chance(0.4)
    ? {
        amount: String(BigInt(1 + random.below(12)) * CREDIT),
        interval: random.pick(["day", "week", "month", "total"]),
      }
    : null;
/** What a charge may cost without an approval, of some keys. */
const askFor = ({ random }: Context): string | null =>
  random.chance(0.25) ? String(BigInt(random.below(30)) * 100_000n) : null;
const scopesFor = ({ random }: Context): Scope[] => {
  const some = SCOPES.filter((scope) => random.chance(scope === "admin" ? 0.1 : 0.7));
  return some.length > 0 ? some : ["read"];
};
const limitBody = (limit: keys.NewKey["limit"]) => ({
  credit_limit: limit === null ? null : Number(limit.amount) / 1e6,
  credit_limit_interval: limit?.interval ?? null,
});
/** A key, and mostly a key of the same account that changes it. */
function pairOf(context: Context): { by: string; key: string } | null {
  const key = pickRef(context, context.market.keys);
  const owner = key === null ? null : (context.market.keys.get(key)?.owner ?? null);
  const by = actor({ ...context, target: null }, owner);
  return key && by ? { by, key } : null;
}

type Made = { ids: Map<string, string>; secrets: Map<string, string> };
const learn = ({ ids, secrets }: Made, { as }: { as: string }, { body }: { body: Record<string, unknown> }) => {
  ids.set(as, (body.key as { id: string }).id);
  secrets.set(as, String(body.api_key));
};

export const HOLDERS = {
  create_key: kind<keys.NewKey>({
    weight: 2,
    make: (context) => {
      const { random, market, target } = context;
      // Another key of an agent that may repeat something, for another skill.
      const beside = target === null && random.chance(0.25) ? pickFrom(context, context.recent) : null;
      const by = beside ? String(beside.by) : actor(context, null);
      const isLimited = beside !== null || random.chance(0.35);
      const skill = isLimited ? random.pick([...market.skills.keys(), "none"]) : "none";
      return by === null
        ? null
        : {
            by,
            as: context.name("k"),
            scopes: beside === null && random.chance(0.5) ? scopesFor(context) : null,
            skills: skill === "none" ? [] : [skill],
            limit: limitFor(context),
            days: random.chance(0.4) ? random.pick([1, 7, 30, 90]) : null,
            askAbove: askFor(context),
          };
    },
    model: keys.createKey,
    send: (world, { by, scopes, skills, limit, days, askAbove }) =>
      world.ask(by, "POST", "/v1/keys", {
        body: {
          ...(scopes && { scopes }),
          skills: skills.map((ref) => slugOf(world, ref)),
          ...limitBody(limit),
          ...(days !== null && { expires_in_days: days }),
          ...(askAbove && { ask_above: Number(askAbove) / 1e6 }),
        },
      }),
    learn,
  }),
  set_key_active: kind<{ by: string; key: string; isActive: boolean }>({
    weight: 1,
    make: (context) => {
      const pair = pairOf(context);
      return pair && { ...pair, isActive: context.random.chance(0.6) };
    },
    model: keys.setKeyActive,
    send: (world, { by, key, isActive }) =>
      world.ask(by, "PATCH", `/v1/keys/${idOf(world, key)}`, { body: { active: isActive } }),
  }),
  limit_key: kind<{ by: string; key: string; limit: keys.NewKey["limit"] }>({
    weight: 1,
    make: (context) => {
      const pair = pairOf(context);
      return pair && { ...pair, limit: limitFor(context) };
    },
    model: keys.limitKey,
    send: (world, { by, key, limit }) =>
      world.ask(by, "PATCH", `/v1/keys/${idOf(world, key)}`, { body: limitBody(limit) }),
  }),
  ask_key: kind<{ by: string; key: string; askAbove: string | null }>({
    weight: 0.4,
    make: (context) => {
      const pair = pairOf(context);
      return pair && { ...pair, askAbove: context.random.chance(0.6) ? askFor(context) : null };
    },
    model: keys.askKey,
    send: (world, { by, key, askAbove }) =>
      world.ask(by, "PATCH", `/v1/keys/${idOf(world, key)}`, {
        body: { ask_above: askAbove === null ? null : Number(askAbove) / 1e6 },
      }),
  }),
  scope_key: kind<{ by: string; key: string; scopes: Scope[] }>({
    weight: 0.6,
    make: (context) => {
      const pair = pairOf(context);
      return pair && { ...pair, scopes: scopesFor(context) };
    },
    model: keys.scopeKey,
    send: (world, { by, key, scopes }) => world.ask(by, "PATCH", `/v1/keys/${idOf(world, key)}`, { body: { scopes } }),
  }),
  revoke_key: kind<{ by: string; key: string }>({
    weight: 0.8,
    make: pairOf,
    model: keys.revokeKey,
    send: (world, { by, key }) => world.ask(by, "DELETE", `/v1/keys/${idOf(world, key)}`),
  }),
  rotate_key: kind<{ by: string; key: string; as: string }>({
    weight: 0.7,
    make: (context) => {
      const pair = pairOf(context);
      return pair && { ...pair, as: context.name("k") };
    },
    model: keys.rotateKey,
    send: (world, { by, key }) => world.ask(by, "POST", `/v1/keys/${idOf(world, key)}/rotation`),
    learn,
  }),
};
