/** Accounts and the administrators who act on them. */
import * as accountService from "@/lib/identity/accounts/service";
import { call } from "@/tests/support/api";
import { actor, administrator, kind, person, pickRef, someone } from "@/tests/year/actors/kinds";
import { idOf, PASSWORD, signIn } from "@/tests/year/actors/world";
import * as accounts from "@/tests/year/model/accounts";
import { CREDIT } from "@/tests/year/model/credits";

const reason = "A year of the market.";

export const PEOPLE = {
  register: kind<{ as: string; key: string; email: string; isRoot?: boolean }>({
    isFixed: true,
    weight: 0.5,
    make: ({ name, random, market }) => {
      const as = name("a");
      const open = [...market.accounts.values()].filter(({ closedAt }) => closedAt === null);
      const taken = random.chance(0.05) ? open[0] : undefined;
      return { as, key: name("k"), email: taken?.email ?? `${as}@year.test` };
    },
    model: accounts.register,
    send: async (_, { as, email, isRoot }) => {
      const answer = await call("POST", "/v1/auth/register", {
        body: { email, password: PASSWORD, name: `Person ${as}.` },
      });
      if (isRoot) await accountService.setRole(email, "admin");
      return answer;
    },
    learn: ({ ids, secrets }, { as, key }, { body }) => {
      ids.set(as, (body.account as { id: string }).id);
      ids.set(key, (body.key as { id: string }).id);
      secrets.set(key, String(body.api_key));
    },
  }),
  grant: kind<{ by: string; account: string; amount: string }>({
    weight: 6,
    make: (context) => {
      const account = pickRef(context, context.market.accounts);
      const by = actor({ ...context, target: null }, administrator(context));
      return account && by ? { account, by, amount: String(BigInt(1 + context.random.below(80)) * CREDIT) } : null;
    },
    model: accounts.grant,
    send: (world, { by, account, amount }) =>
      world.ask(by, "POST", `/v1/admin/accounts/${idOf(world, account)}/credits`, {
        body: { amount: Number(amount) / 1e6, reason },
      }),
  }),
  suspend_account: kind<{ by: string; account: string }>({
    weight: 0.5,
    refunds: true,
    make: (context) => {
      const account = context.target && context.market.accounts.has(context.target) ? context.target : someone(context);
      const by = actor({ ...context, target: null }, administrator(context));
      return account && by ? { account, by } : null;
    },
    model: accounts.suspend,
    send: (world, { by, account }) =>
      world.ask(by, "POST", `/v1/admin/accounts/${idOf(world, account)}/suspend`, { body: { reason } }),
  }),
  unsuspend_account: kind<{ by: string; account: string }>({
    weight: 0.7,
    make: (context) => {
      const { market, target, random } = context;
      const suspended = [...market.accounts.values()].filter(({ suspendedAt }) => suspendedAt !== null);
      const account =
        target && market.accounts.has(target) ? target : suspended.length > 0 ? random.pick(suspended).ref : null;
      const by = actor({ ...context, target: null }, administrator(context));
      return account && by ? { account, by } : null;
    },
    model: accounts.unsuspend,
    send: (world, { by, account }) =>
      world.ask(by, "POST", `/v1/admin/accounts/${idOf(world, account)}/unsuspend`, { body: { reason } }),
  }),
  set_fee: kind<{ by: string; account: string; bps: string | null; as: string }>({
    weight: 0.4,
    make: (context) => {
      const account = pickRef(context, context.market.accounts);
      const by = actor({ ...context, target: null }, administrator(context));
      const bps = context.random.chance(0.3) ? null : String(context.random.below(40) * 50);
      return account && by ? { account, by, bps, as: context.name("f") } : null;
    },
    model: accounts.setFee,
    send: (world, { by, account, bps }) =>
      world.ask(by, "PUT", `/v1/admin/accounts/${idOf(world, account)}/fee`, {
        body: { fee_percent: bps === null ? null : Number(bps) / 100, reason },
      }),
  }),
  set_role: kind<{ by: string; account: string; isAdmin: boolean }>({
    weight: 0.15,
    make: (context) => {
      const account = pickRef(context, context.market.accounts);
      const by = actor({ ...context, target: null }, administrator(context));
      const admins = [...context.market.accounts.values()].filter(({ isAdmin }) => isAdmin);
      return account && by ? { account, by, isAdmin: admins.length < 4 && context.random.chance(0.5) } : null;
    },
    model: accounts.setRole,
    send: (world, { by, account, isAdmin }) =>
      world.ask(by, "PUT", `/v1/admin/accounts/${idOf(world, account)}/role`, {
        body: { role: isAdmin ? "admin" : "user", reason },
      }),
  }),
  close_account: kind<{ account: string; givesUp: boolean }>({
    weight: 0.3,
    needs: "account",
    make: (context) => {
      const account = person(context);
      return account ? { account, givesUp: context.random.chance(0.5) } : null;
    },
    model: accounts.closeOwn,
    send: async (world, { account, givesUp }) => {
      const visitor = await signIn(world.market.accounts.get(account)?.email ?? "");
      if (!visitor) return call("DELETE", "/v1/account", { key: "skm_unknown", body: { password: PASSWORD } });
      return visitor.api("DELETE", "/v1/account", { body: { password: PASSWORD, give_up_credits: givesUp } });
    },
  }),
  change_settings: kind<{ by: string; risePercent: number; noticeDays: number }>({
    weight: 0.15,
    make: (context) => {
      const by = actor({ ...context, target: null }, administrator(context));
      const { random } = context;
      return by === null
        ? null
        : { by, risePercent: random.pick([0, 10, 10, 25]), noticeDays: random.pick([0, 7, 7, 14]) };
    },
    model: accounts.changeSettings,
    send: (world, { by, risePercent, noticeDays }) =>
      world.ask(by, "PATCH", "/v1/admin/settings", {
        body: { price_rise_percent: risePercent, price_notice_days: noticeDays },
      }),
  }),
};
