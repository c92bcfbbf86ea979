/** People who look: at their own, at skills, and at what may be others'. */
import { partyAt } from "@/lib/money/billing/service";
import { useTool } from "@/tests/year/actors/agents";
import { actor, behind, type Context, kind, pickRef, skill } from "@/tests/year/actors/kinds";
import { asPerson, idOf, slugOf } from "@/tests/year/actors/world";
import * as billing from "@/tests/year/model/billing";
import type { Acting } from "@/tests/year/model/callers";
import * as reading from "@/tests/year/model/reading";

const PATHS: Record<reading.What, string> = {
  approvals: "/v1/approvals?pending=true",
  balance: "/v1/balance",
  budgets: "/v1/budgets",
  keys: "/v1/keys",
  orders: "/v1/credits/orders",
  payouts: "/v1/developer/payouts",
  purchases: "/v1/purchases",
  refund_requests: "/v1/developer/refund-requests",
  reports: "/v1/reports",
  skills: "/v1/developer/skills",
  usage: "/v1/usage",
  webhooks: "/v1/webhooks",
};

/** The tools of the MCP server that read the same. */
const TOOLS = {
  balance: "get_balance",
  purchases: "list_purchases",
  skills: "list_own_skills",
  usage: "list_usage",
} as const;
type Tool = keyof typeof TOOLS;

/** Anybody who looks at a skill. */
function readerOf(context: Context): { by: string; skill: string } | null {
  const by = actor(
    { ...context, target: context.market.skills.has(context.target ?? "") ? null : context.target },
    null,
  );
  const found = skill(context);
  return by && found ? { by, skill: found.ref } : null;
}

export const READERS = {
  read: kind<{ by: string; what: reading.What }>({
    weight: 2,
    make: (context) => {
      const by = actor(context, null);
      return by === null ? null : { by, what: context.random.pick(Object.keys(PATHS) as reading.What[]) };
    },
    model: reading.read,
    send: (world, { by, what }) => world.ask(by, "GET", PATHS[what]),
  }),
  set_billing: kind<Acting & { name: string | null }>({
    weight: 0.2,
    needs: "account",
    make: (context) => {
      const account = pickRef(context, context.market.accounts);
      return account === null
        ? null
        : { ...behind(context, account), name: context.random.chance(0.7) ? `${context.name("b")} Ltd.` : null };
    },
    model: billing.setBilling,
    send: (world, { name, ...acting }) => asPerson(world, acting, "PATCH", "/v1/credits/billing", { name }),
  }),
  read_receipts: kind<{ by: string }>({
    weight: 0.4,
    make: (context) => {
      const by = actor(
        context,
        pickRef(context, new Map([...context.market.orders.values()].map((o) => [o.account, o]))),
      );
      return by === null ? null : { by };
    },
    model: billing.readReceipts,
    send: async (world, { by }) => {
      const answer = await world.ask(by, "GET", "/v1/credits/documents?limit=100");
      if (answer.status !== 200) return answer;
      const owner = idOf(world, world.market.keys.get(by)?.owner ?? "");
      const paid = answer.body.data.filter(({ reason }) => reason === "payment");
      const parties = await Promise.all(paid.map(({ issued_at }) => partyAt(owner, new Date(String(issued_at)))));
      return { ...answer, body: { ...answer.body, names: parties.map(({ name }) => name) } };
    },
  }),
  read_statement: kind<{ by: string; monthsAgo: number }>({
    weight: 0.6,
    make: (context) => {
      const by = actor(context, null);
      return by === null ? null : { by, monthsAgo: context.random.below(4) };
    },
    model: billing.readStatement,
    send: (world, { by, monthsAgo }) =>
      world.ask(
        by,
        "GET",
        `/v1/credits/statements/${new Date(billing.monthStart(Date.now(), monthsAgo)).toISOString().slice(0, 7)}`,
      ),
  }),
  mcp_read: kind<{ by: string; what: Tool }>({
    weight: 0.5,
    make: (context) => {
      const by = actor(context, null);
      return by === null ? null : { by, what: context.random.pick(Object.keys(TOOLS) as Tool[]) };
    },
    model: (market, op, moment) => reading.read(market, { ...op, door: "mcp" }, moment),
    send: (world, { by, what }) => useTool(world, by, TOOLS[what], {}),
  }),
  mcp_read_skill: kind<{ by: string; skill: string }>({
    weight: 0.5,
    make: readerOf,
    model: (market, op, moment) => reading.readSkill(market, { ...op, door: "mcp" }, moment),
    send: (world, { by, skill: ref }) => useTool(world, by, "get_skill", { slug: slugOf(world, ref) }),
  }),
  read_skill: kind<{ by: string; skill: string }>({
    weight: 2,
    make: readerOf,
    model: reading.readSkill,
    send: (world, { by, skill: ref }) => world.ask(by, "GET", `/v1/skills/${slugOf(world, ref)}`),
  }),
};
