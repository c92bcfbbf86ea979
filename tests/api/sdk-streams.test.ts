import { mkdtempSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { available, personWith } from "@/tests/support/money";
import { installPackages, runIn, USERS_NODE } from "@/tests/support/npm-project";
import { liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

const host = createHost((_, response) => response.writeHead(404).end());
const HEAD = { "content-type": "text/event-stream" };
let project: Awaited<ReturnType<typeof installPackages>>;
let upstream: Awaited<ReturnType<typeof startUpstream>>;
let base: string;
let sdk: Awaited<ReturnType<typeof load>>;
const load = () =>
  import(pathToFileURL(resolve(project.folder, "node_modules/@skills-marketplace/sdk/dist/index.js")).href);

beforeAll(async () => {
  [project, upstream] = await Promise.all([
    installPackages(),
    startUpstream({
      events: (_, response) => {
        response.writeHead(200, HEAD).write("data: one\ndata: more\n\nevent: usage\ndata: my own\n\n");
        response.end("event: done\ndata: two\n\n");
      },
      "cut-off": (_, response) => {
        response.writeHead(200, HEAD).write("data: one\n\n");
        setTimeout(() => response.destroy(), 20);
      },
    }),
  ]);
  sdk = await load();
  base = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}`;
});
afterAll(async () => {
  await drain(host);
  await upstream.close();
  project.remove();
});

const clientOf = ({ key }: Person) => new sdk.Marketplace({ baseUrl: base, apiKey: key });

type Line = { index?: number };

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** Runs the packed command as somebody. */
function skm({ key }: Person, args: string[], input = "") {
  const folder = mkdtempSync(join(project.folder, "work-"));
  const env = { HOME: folder, XDG_CONFIG_HOME: folder, SKILLS_BASE_URL: base, SKILLS_API_KEY: key };
  const command = resolve(project.folder, "node_modules/.bin/skm");
  writeFileSync(join(folder, "inputs.jsonl"), '{"a":1}\n\n{"a":2}\n');
  return runIn(folder, [USERS_NODE, command, ...args], { env, input });
}

describe("batches", () => {
  test("each call is answered as it ends, and a batch that is sent again charges nothing again", async () => {
    const { slug } = await liveSkill(await person(), { price_per_call: 0.25 });
    const buyer = await personWith(1);
    const options = { maxPrice: 0.5, idempotencyKey: "batch-1" };
    for (const cost of [0.5, 0]) {
      const lines = await all<Line>(clientOf(buyer).skills.batch(slug, [{ a: 1 }, { a: 2 }], options));
      expect(lines[0]).toEqual({ quote: { calls: 2, max_cost: 0.5 } });
      expect(lines.at(-1)).toEqual({ summary: { succeeded: 2, failed: 0, cost } });
      const calls = lines.slice(1, -1).toSorted((a, b) => Number(a.index) - Number(b.index));
      expect(calls).toMatchObject([
        { index: 0, state: "succeeded", result: { echo: { a: 1 } } },
        { index: 1, state: "succeeded", result: { echo: { a: 2 } } },
      ]);
    }
    expect(await available(buyer)).toBe(0.5);
  });

  test("a batch that would cost more than its price is refused by name", async () => {
    const { slug } = await liveSkill(await person(), { price_per_call: 0.25 });
    const buyer = await personWith(1);
    const refused = all(clientOf(buyer).skills.batch(slug, [{}, {}], { maxPrice: 0.4 }));
    await expect(refused).rejects.toMatchObject({ code: "price_changed" });
    expect(await available(buyer)).toBe(1);
  });

  test("skm batch prints a line for each input of a file or a pipe", async () => {
    const { slug } = await liveSkill(await person(), { price_per_call: 0.25 });
    const buyer = await personWith(2);
    const ran = await skm(buyer, ["batch", slug, "--input", "@inputs.jsonl", "--max-price", "0.5"]);
    expect(ran, ran.stderr).toMatchObject({ code: 0 });
    expect(
      ran.stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).state),
    ).toEqual(["succeeded", "succeeded"]);
    expect(ran.stderr).toContain("2 succeeded, 0 failed; cost $0.50.");
    expect((await skm(buyer, ["batch", slug], '{"a":1}\n')).code).toBe(0);
    expect(await skm(buyer, ["batch", slug], "no JSON\n")).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("event streams", () => {
  test("events arrive in order, also one that bears the name of ours, and the last says what it cost", async () => {
    const { slug } = await liveSkill(await person(), { api_endpoint: upstreamUrl("events") });
    const buyer = await personWith(1);
    const events = await all<{ event: string; data: string }>(clientOf(buyer).skills.stream(slug, {}));
    const last = events.pop();
    expect(events).toEqual([
      { event: "message", data: "one\nmore" },
      { event: "usage", data: "my own" },
      { event: "done", data: "two" },
    ]);
    expect(last?.event).toBe("usage");
    expect(JSON.parse(last?.data ?? "{}").usage.cost).toBe(0.5);
    const ran = await skm(buyer, ["run", slug, "--stream"]);
    expect(ran, ran.stderr).toMatchObject({ code: 0, stdout: "one\nmore\nmy own\ntwo\n" });
    expect(ran.stderr).toContain("Cost $0.50.");
    expect(await available(buyer)).toBe(0);
  });

  test("a stream that breaks off fails by name and costs nothing", async () => {
    const { slug } = await liveSkill(await person(), { api_endpoint: upstreamUrl("cut-off") });
    const buyer = await personWith(1);
    await expect(all(clientOf(buyer).skills.stream(slug, {}))).rejects.toMatchObject({
      code: "upstream_failed",
    });
    expect(await skm(buyer, ["run", slug, "--stream"])).toMatchObject({ code: 7, stdout: "one\n" });
    expect(await available(buyer)).toBe(1);
  });
});

test("skm run --async waits for a run and prints its result", async () => {
  const { slug } = await liveSkill(await person(), { price_per_call: 0.25 });
  const buyer = await personWith(1);
  const ran = await skm(buyer, ["run", slug, "--input", '{"a":1}', "--async"]);
  expect(ran, ran.stderr).toMatchObject({ code: 0 });
  expect(JSON.parse(ran.stdout)).toEqual({ echo: { a: 1 } });
  expect(ran.stderr).toMatch(/Run [0-9a-f-]{36}/);
  expect(await available(buyer)).toBe(0.75);
});
