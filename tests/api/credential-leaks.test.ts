import type { ServerResponse } from "node:http";
import { symbols } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { pool, prisma } from "@/lib/platform/core/db";
import { log } from "@/lib/platform/core/log";
import { call, send } from "@/tests/support/api";
import { execute, fields, KEY, storedBy, TOKEN, tablesWith, VALUE, VALUE_END } from "@/tests/support/credentials";
import { startMcpServer } from "@/tests/support/mcp-upstream";
import { personWith } from "@/tests/support/money";
import { PATIENT } from "@/tests/support/patience";
import { approve, liveSkill, type Person, person } from "@/tests/support/people";
import { upstreamUrl } from "@/tests/support/upstream";

/** Errors repeat 300 characters of an endpoint's message: the value begins before their end. */
const CUT_WITHIN = 280;
const lines: string[] = [];
const say = {
  name: "say",
  inputSchema: { type: "object", properties: { key: { type: "string" } }, required: ["key"] },
};
const json = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

let server: Awaited<ReturnType<typeof startMcpServer>>;
let owner: Person;
beforeAll(async () => {
  server = await startMcpServer(
    [say],
    { say: ({ params }) => ({ content: [{ type: "text", text: `for ${params?.arguments?.key}` }] }) },
    {
      mirror: ({ headers, body, path }, response) =>
        json(response, 200, { said: `got ${headers.authorization}`, body, path, [VALUE]: encodeURIComponent(VALUE) }),
      refuse: ({ headers }, response) => json(response, 422, { error: `no good: ${headers.authorization}` }),
      cut: (_, response) => json(response, 422, { error: `${"y".repeat(CUT_WITHIN)} ${VALUE}` }),
      events: ({ headers }, response) => {
        const text = `data: ${headers.authorization}\n\n`;
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(text.slice(0, 20));
        setTimeout(() => response.end(text.slice(20)), 20);
      },
      job: (_, response) => json(response, 202, {}, { location: "/job/status" }),
      elsewhere: (_, response) => json(response, 202, {}, { location: "/other/status" }),
      status: ({ headers }, response) => json(response, 200, { asked: headers.authorization ?? null }),
    },
  );
  owner = await person();
  log.level = "trace";
  const stream = (log as unknown as Record<symbol, { write: (line: string) => unknown }>)[symbols.streamSym];
  if (!stream) throw new Error("the log has no stream");
  vi.spyOn(stream, "write").mockImplementation((line) => lines.push(line));
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.close();
});

describe("a buyer's credential", () => {
  test("is in no table, log line or response after calls, failures, streams, runs, batches and replays", async () => {
    const buyer = await personWith(20);
    await pool().query("UPDATE account SET stores_parameters = true WHERE id = $1", [buyer.id]);
    const [skill, bad, cut, streaming] = [
      await liveSkill(owner, fields()),
      await liveSkill(owner, fields("refuse")),
      await liveSkill(owner, fields("cut")),
      await liveSkill(owner, fields("events")),
    ];
    for (const { slug } of [skill, bad, cut, streaming]) await storedBy(buyer, slug);
    const texts: string[] = [];
    for (const headers of [{ "idempotency-key": "a-replay" }, { "idempotency-key": "a-replay" }, {}])
      texts.push((await execute(buyer, skill.slug, headers)).text);
    const failed = await execute(buyer, bad.slug);
    expect(failed.body.error).toMatchObject({ code: "upstream_failed" });
    expect(failed.text).toContain("[redacted]");
    const partly = await execute(buyer, cut.slug);
    expect(partly.body.error.message).toMatch(/y \[redacted\]\u2026 Nothing was charged\.$/);
    texts.push(failed.text, partly.text);
    const batch = {
      key: buyer.key,
      body: { inputs: [{ text: "a" }, { text: "b" }] },
      headers: { "idempotency-key": "a-batch" },
    };
    for (const _ of [1, 2]) texts.push(await (await send("POST", `/v1/skills/${skill.slug}/batches`, batch)).text());
    const accept = { accept: "text/event-stream" };
    const streamed = await send("POST", `/v1/skills/${streaming.slug}/execute`, {
      key: buyer.key,
      body: {},
      headers: accept,
    });
    const events = await streamed.text();
    expect(events).toMatch(/^data: Bearer \[redacted\]\n\n/);
    expect(events).toContain("event: usage");
    texts.push(events);
    for (const { slug } of [skill, bad]) {
      const run = await execute(buyer, slug, { prefer: "respond-async" });
      const read = () => call("GET", `/v1/runs/${run.body.id}`, { key: buyer.key });
      await expect.poll(async () => (await read()).body.state, PATIENT).not.toBe("running");
      texts.push((await read()).text);
    }
    texts.push((await call("GET", "/v1/usage", { key: buyer.key })).text);
    await expect.poll(() => prisma().callDetail.count({ where: { accountId: buyer.id } }), PATIENT).toBeGreaterThan(4);
    for (const text of texts) expect(text).not.toContain(VALUE_END);
    for (const part of [VALUE_END, VALUE.slice(0, 12)]) expect(await tablesWith(part)).toEqual([]);
    // What looks for it finds other texts.
    expect(await tablesWith("a-replay")).toEqual(["public.idempotency_record"]);
  });

  test("goes to a status URL below the endpoint's path only", async () => {
    const buyer = await personWith(5);
    for (const [at, asked] of [
      ["job", "Bearer [redacted]"],
      ["elsewhere", null],
    ] as const) {
      const { slug } = await liveSkill(owner, fields(at, { credentials: [TOKEN], api_schema: { type: "object" } }));
      await storedBy(buyer, slug, ["token"]);
      expect([at, (await execute(buyer, slug)).body.result]).toEqual([at, { asked }]);
    }
  });

  test("is in no table when an MCP server repeats it in results and in the texts of its tools", async () => {
    const source = { source: "mcp", url: upstreamUrl("mcp") };
    const imported = await call("POST", "/v1/developer/skills/import", { key: owner.key, body: source });
    const { id, slug } = imported.body.skill as { id: string; slug: string };
    const body = { credentials: [TOKEN, KEY], price_per_call: 0.1, category: "data", submit: true };
    expect((await call("PATCH", `/v1/developer/skills/${id}`, { key: owner.key, body })).status).toBe(200);
    await approve(id);
    const buyer = await personWith(5);
    await storedBy(buyer, slug);
    const tool = `/v1/skills/${slug}/tools/say/execute`;
    const ran = await call("POST", tool, { key: buyer.key, body: {} });
    expect(ran.body.result).toEqual({ content: [{ type: "text", text: "for [redacted]" }] });
    expect(server.received.at(-1)?.headers.authorization).toBe(`Bearer ${VALUE}`);
    const session = server.received.at(-1)?.headers["mcp-session-id"];
    server.state.sessions.clear();
    expect((await call("POST", tool, { key: buyer.key, body: {} })).body.error.code).toBe("upstream_failed");
    const ended = () => server.received.find((one) => one.body === "" && one.headers["mcp-session-id"] === session);
    await expect.poll(ended, PATIENT).toBeDefined();
    expect(ended()?.headers.authorization).toBeUndefined();
    const other = await personWith(5);
    const value = `${VALUE}-of-another`;
    await storedBy(other, slug, ["token", "api_key"], value);
    server.state.tools = [{ ...say, description: `Made for ${value}` }];
    const changed = await call("POST", tool, { key: other.key, body: {} });
    expect(changed.body.error.code).toBe("tool_changed");
    const check = await call("GET", `/v1/developer/skills/${id}/tools`, { key: owner.key });
    expect(check.text).toContain("Made for [redacted]");
    expect(await tablesWith(VALUE_END)).toEqual([]);
  });

  test("is in no line of the log, which was written all the while", () => {
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.filter((line) => line.includes(VALUE_END))).toEqual([]);
  });
});
