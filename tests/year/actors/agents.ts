/** Agents: they retry, send batches, wait for runs, and lose their keys meanwhile. */
import { setTimeout as wait } from "node:timers/promises";
import { query } from "@/lib/platform/core/db";
import { type Answer, send } from "@/tests/support/api";
import { askedAgain } from "@/tests/year/actors/approvers";
import { BUYERS } from "@/tests/year/actors/buyers";
import { actor, anyUse, type Context, kind, pickFrom, skill, someone } from "@/tests/year/actors/kinds";
import { idOf, slugOf, type World } from "@/tests/year/actors/world";
import { type Code, STATUS } from "@/tests/year/model/answers";
import type { Naming } from "@/tests/year/model/approvals";
import * as batches from "@/tests/year/model/batches";
import { isListed } from "@/tests/year/model/callers";
import { type Behaviour, type Call, download, execute, type Run, startRun } from "@/tests/year/model/calls";

import { type Buying, buy } from "@/tests/year/model/purchases";

/** Lines of a batch after which its caller ends. */
const CUT_AFTER = 4;
const RUN_PAUSE_MS = 10;
/** Agents over MCP always say how much they pay at most. */
const ANY_PRICE = "900000000";

type Lines = Record<string, unknown>[];

/** Calls a tool of the MCP server. An error in its result is an answer with that error's code, as `/v1` would answer it. */
export async function useTool(world: World, by: string, name: string, input: object): Promise<Answer> {
  const response = await send("POST", "/mcp", {
    key: world.secrets.get(by) ?? "skm_unknown",
    body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } },
    headers: { accept: "application/json, text/event-stream" },
  });
  const { status, headers } = response;
  const text = await response.text();
  const message = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
  const { result } = message as {
    result?: { isError?: boolean; structuredContent?: object; content: { text: string }[] };
  };
  // A connected program is told by the status, and by JSON-RPC.
  const refused = message.error?.data?.code
    ? { ...message, error: { ...message.error, ...message.error.data } }
    : message;
  if (!result) return { status, headers, text, body: refused };
  if (!result.isError) return { status, headers, text, body: result.structuredContent as Answer["body"] };
  const [, failure = "{}"] = result.content[0]?.text.split("\n") ?? [];
  const body = JSON.parse(failure) as Answer["body"];
  return { status: STATUS[body.error.code as Code] ?? 0, headers, text, body };
}

/** Sends a batch, and tells of each line as it comes. A refusal is an ordinary answer; else its body is that of all lines. */
async function sendBatch(world: World, op: batches.Batch, onLine: (lines: Lines) => Promise<void>): Promise<Answer> {
  const { secrets } = world;
  world.seen.limited = [];
  const slug = slugOf(world, op.skill);
  const parameters = op.does === "invalid" ? { do: 5 } : { do: op.does };
  const max = op.maxPrice === null ? "" : `?max_price=${Number(op.maxPrice) / 1e6}`;
  const response = await send("POST", `/v1/skills/${slug}/batches${max}`, {
    key: secrets.get(op.by) ?? "skm_unknown",
    body: { inputs: Array.from({ length: op.count }, () => parameters) },
  });
  const { status, headers } = response;
  if (status !== 200) {
    const text = await response.text();
    return { status, headers, text, body: JSON.parse(text) };
  }
  const lines: Lines = [];
  let rest = "";
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
    rest += Buffer.from(part).toString();
    const whole = rest.split("\n");
    rest = whole.pop() ?? "";
    for (const line of whole) lines.push(JSON.parse(line));
    await onLine(lines);
  }
  const codes = lines.flatMap(({ error }) => (error as { code?: Code } | undefined)?.code ?? []);
  world.seen.limited = codes.filter((code) => STOPPING.includes(code));
  // The line that names an approval says what it is called, wherever it came.
  const asked = lines.filter(
    ({ error }) => (error as { details?: { approval?: object } } | undefined)?.details?.approval,
  );
  return { status, headers, text: "", body: Object.assign({}, ...lines, ...asked, { codes: [...new Set(codes)] }) };
}

/** What may stop some calls of a batch because of others that fail later. */
const STOPPING: Code[] = ["key_limit_reached", "budget_reached", ...batches.ASKING];

function batchFor(context: Context): batches.Batch | null {
  const { market, random } = context;
  const found = skill(context, (each) => isListed(market, each) && each.terms.pricing === "usage");
  const by = actor(context, someone(context));
  const does: Behaviour = random.pick(["ok", "few", "many", "misreport", "late", "bad", "invalid"]);
  const count = does === "bad" ? 1 + random.below(3) : 1 + random.below(14);
  const maxPrice = random.chance(0.8) ? null : String(BigInt(random.below(200)) * 50_000n);
  return found && by ? { by, skill: found.ref, does, count, maxPrice, asks: context.name("q") } : null;
}

export const AGENTS = {
  batch: kind<batches.Batch>({
    weight: 2,
    make: batchFor,
    model: batches.runBatch,
    send: (world, op) => sendBatch(world, op, async () => {}),
    observe: async (world) => ({ limited: world.seen.limited }),
  }),
  cut_batch: kind<batches.Batch & { admin: string | null }>({
    isFixed: true,
    weight: 0.4,
    refunds: true,
    make: (context) => {
      const batch = batchFor(context);
      const account = context.market.keys.get(batch?.by ?? "")?.owner;
      if (!batch || !account || context.market.accounts.get(account)?.isAdmin) return null;
      const roots = [...context.market.keys.values()].filter(
        ({ owner, isActive, scopes }) =>
          context.market.accounts.get(owner)?.isAdmin && isActive && scopes.includes("admin"),
      );
      const admin = context.random.chance(0.3) && roots.length > 0 ? context.random.pick(roots).ref : null;
      return { ...batch, does: "late", count: 40, maxPrice: null, admin };
    },
    model: batches.cutBatch,
    send: async (world, op) => {
      const startedAt = new Date();
      const account = idOf(world, world.market.keys.get(op.by)?.owner ?? "");
      let isCut = false;
      let endedAt = startedAt;
      const answer = await sendBatch(world, op, async (lines) => {
        if (isCut || lines.length < CUT_AFTER) return;
        isCut = true;
        const ended =
          op.admin === null
            ? await world.ask(op.by, "DELETE", `/v1/keys/${idOf(world, op.by)}`)
            : await world.ask(op.admin, "POST", `/v1/admin/accounts/${account}/suspend`, {
                body: { reason: "In the middle." },
              });
        // An administrator who may no longer do it ends nothing.
        if (ended.status === 200) endedAt = new Date();
      });
      // What began to be reserved before the end was answered may still settle.
      const [row] = await query<{ calls: number }>(
        "year.reserved",
        "SELECT count(*)::int AS calls FROM hold WHERE account_id = $1 AND created_at BETWEEN $2 AND $3",
        [account, startedAt, endedAt],
      );
      world.seen.reserved = endedAt === startedAt ? op.count : (row?.calls ?? 0);
      world.seen.succeeded = Number((answer.body.summary as { succeeded?: number } | undefined)?.succeeded ?? 0);
      return answer;
    },
    observe: async (world) => ({ ...world.seen }),
  }),
  download: kind<Naming & { by: string; skill: string }>({
    weight: 2,
    make: (context) => {
      const { market, random } = context;
      const asks = context.name("q");
      const asked = askedAgain(context, "download");
      if (asked) return { by: asked.by, skill: asked.skill, approval: asked.approval, asks };
      const found = skill(context, (each) => isListed(market, each) && each.packaged.includes(each.live ?? 0));
      const buyers = [...market.purchases.values()].filter(({ skill: bought }) => bought === found?.ref);
      const usual = random.chance(0.5) ? (pickFrom(context, buyers)?.buyer ?? null) : null;
      const by = actor(context, usual ?? someone(context));
      return found && by ? { by, skill: found.ref, asks } : null;
    },
    model: download,
    send: (world, { by, skill: ref, approval }) =>
      world.ask(by, "GET", `/v1/skills/${slugOf(world, ref)}/download`, {
        ...(approval && { headers: { approval: idOf(world, approval) } }),
      }),
  }),
  mcp_execute: kind<Call>({
    weight: 2,
    make: (context) => {
      const made = BUYERS.execute.make(context) as Call | null;
      return made && { ...made, isDryRun: false, maxPrice: made.maxPrice ?? ANY_PRICE };
    },
    model: (market, op, moment) => execute(market, { ...op, door: "mcp" }, moment),
    send: (world, { by, skill: ref, does, maxPrice, idem, approval }) =>
      useTool(world, by, "execute_skill", {
        slug: slugOf(world, ref),
        parameters: does === "invalid" ? { do: 5 } : { do: does },
        ...(maxPrice !== null && { max_price: Number(maxPrice) / 1e6 }),
        ...(idem !== null && { idempotency_key: idem }),
        ...(approval && { approval: idOf(world, approval) }),
      }),
  }),
  mcp_quote: kind<{ by: string; skill: string; does: Behaviour }>({
    weight: 0.5,
    make: (context) => {
      const use = anyUse(context, (each) => isListed(context.market, each));
      return use && { ...use, does: context.random.chance(0.8) ? "ok" : "invalid" };
    },
    model: (market, op, moment) =>
      execute(market, { ...op, maxPrice: null, isDryRun: true, idem: null, door: "mcp" }, moment),
    send: (world, { by, skill: ref, does }) =>
      useTool(world, by, "quote_skill", {
        slug: slugOf(world, ref),
        parameters: does === "invalid" ? { do: 5 } : { do: does },
      }),
  }),
  mcp_purchase: kind<Buying>({
    weight: 1,
    make: (context) => {
      const made = BUYERS.purchase.make(context) as Buying | null;
      return made && { ...made, code: null, maxPrice: made.maxPrice ?? ANY_PRICE };
    },
    model: (market, op, moment) => buy(market, { ...op, door: "mcp" }, moment),
    send: (world, { by, skill: ref, maxPrice, autoRenew, plan, idem, approval }) =>
      useTool(world, by, "purchase_skill", {
        slug: slugOf(world, ref),
        auto_renew: autoRenew,
        ...(plan && { plan }),
        ...(maxPrice !== null && { max_price: Number(maxPrice) / 1e6 }),
        ...(idem !== null && { idempotency_key: idem }),
        ...(approval && { approval: idOf(world, approval) }),
      }),
    learn: (world, op, answer) => BUYERS.purchase.learn?.(world, op as never, answer),
  }),
  run: kind<Run>({
    weight: 1.5,
    make: (context) => {
      const { market, random } = context;
      const use = anyUse(context, (each) => isListed(market, each));
      const does: Behaviour = random.pick(["ok", "few", "many", "late", "bad", "lie", "invalid"]);
      const asks = context.name("q");
      const asked = askedAgain(context, "execute");
      if (asked) {
        const { request, ...named } = asked;
        return { ...named, does: request as Behaviour, maxPrice: null, asks };
      }
      return use && { ...use, does, maxPrice: random.chance(0.9) ? null : "1000000", asks };
    },
    model: startRun,
    send: async (world, { by, skill: ref, does, maxPrice, approval }) => {
      const slug = slugOf(world, ref);
      const max = maxPrice === null ? "" : `?max_price=${Number(maxPrice) / 1e6}`;
      const answer = await world.ask(by, "POST", `/v1/skills/${slug}/execute${max}`, {
        body: does === "invalid" ? { do: 5 } : { do: does },
        headers: { prefer: "respond-async", ...(approval && { approval: idOf(world, approval) }) },
      });
      if (answer.status === 200) await runEnds(answer.body.id);
      return answer;
    },
  }),
};

/** Waits until a run has ended. */
async function runEnds(id: string): Promise<void> {
  for (;;) {
    const [hold] = await query<{ state: string }>("year.run", "SELECT state FROM hold WHERE id = $1", [id]);
    if (hold?.state !== "held") return;
    await wait(RUN_PAUSE_MS);
  }
}
