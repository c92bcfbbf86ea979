import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { transform } from "esbuild";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createHost, listen, openDemoProvider } from "@/host/host";
import { route } from "@/host/router";
import { withDemo } from "@/tests/support/demo";
import { freePort } from "@/tests/support/free-port";
import { fullTest } from "@/tests/support/full";
import { available, personWith, subscription } from "@/tests/support/money";
import { blocksOf, installPackages, runIn, USERS_NODE } from "@/tests/support/npm-project";
import { liveDownload } from "@/tests/support/packages";
import { PATIENT } from "@/tests/support/patience";
import { liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

type Fault = "500" | "429" | "lost" | "damaged";
/** What happens to the next requests on their way, one each. */
const faults: Fault[] = [];
const keys: (string | null)[] = [];

/** A loopback line between the client and the API that loses, refuses or damages answers. */
async function faulty(request: Request): Promise<Response> {
  keys.push(request.headers.get("idempotency-key"));
  const fault = faults.shift();
  if (fault === "500") return new Response("{}", { status: 500 });
  if (fault === "429") return new Response("{}", { status: 429, headers: { "retry-after": "0" } });
  const response = await route(request);
  if (fault === "lost") return new Response("lost on the way", { status: 502 });
  if (fault !== "damaged") return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  bytes[bytes.length - 1] = 1 ^ (bytes[bytes.length - 1] ?? 0);
  return new Response(bytes, response);
}

let demoKey: string;
let project: Awaited<ReturnType<typeof installPackages>>;
let upstream: Awaited<ReturnType<typeof startUpstream>>;
let line: Server;
let baseUrl: string;
/** The package as its users load it. */
let sdk: Awaited<ReturnType<typeof load>>;
const load = () =>
  import(pathToFileURL(resolve(project.folder, "node_modules/@skills-marketplace/sdk/dist/index.js")).href);

beforeAll(async () => {
  [demoKey, project, upstream] = await Promise.all([withDemo(), installPackages(), startUpstream()]);
  sdk = await load();
  line = createServer(getRequestListener(faulty, { overrideGlobalObjects: false }));
  baseUrl = `http://127.0.0.1:${await listen(line, 0, "127.0.0.1")}`;
});
afterAll(async () => {
  line.close();
  await upstream.close();
  project.remove();
});
beforeEach(() => {
  faults.length = 0;
  keys.length = 0;
});

/** Writes a program of a guide into the project, and beside it the same without types, which every promised Node runs. */
async function write(name: string, code: string): Promise<void> {
  writeFileSync(join(project.folder, `${name}.ts`), code);
  const plain = await transform(code, { loader: "ts", format: "esm" });
  writeFileSync(join(project.folder, `${name}.mjs`), plain.code);
}

const clientOf = ({ key }: Person, options: object = {}) => new sdk.Marketplace({ baseUrl, apiKey: key, ...options });

describe("the packed SDK", () => {
  fullTest("the snippets of its guides type-check against the packed types and run as they stand there", async () => {
    const provider = await openDemoProvider();
    const host = createHost((_, response) => response.writeHead(404).end());
    const base = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}`;
    const env = { SKILLS_API_KEY: demoKey };
    const guides = ["sdk", "long-calls"].map((name) => [name, readFileSync(`app/docs/guides/${name}.md`, "utf8")]);
    for (const [name = "", text = ""] of guides) await write(name, blocksOf(text, "ts", base));
    const types = "--noEmit --strict --skipLibCheck --target es2023 --module nodenext --ignoreConfig".split(" ");
    const compiler = [resolve("node_modules/typescript/bin/tsc"), ...types, "--types", "node"];
    const roots = ["--typeRoots", resolve("node_modules/@types"), ...guides.map(([name]) => `${name}.ts`)];
    const checked = await runIn(project.folder, [process.execPath, ...compiler, ...roots]);
    expect(checked).toMatchObject({ code: 0, stdout: "" });
    const run = async (...command: string[]) => {
      const ended = await runIn(project.folder, command, { env });
      expect(ended, ended.stderr).toMatchObject({ code: 0 });
      return ended.stdout;
    };
    const output = await run(USERS_NODE, "sdk.mjs");
    for (const expected of ["words: 5", "text-statistics", "meeting-minutes-", "true", "text_statistics"])
      expect(output).toContain(expected);
    expect(await run(USERS_NODE, "long-calls.mjs")).toMatch(/^succeeded \{[\s\S]*words: 5/);
    expect(await run("bash", "-ec", blocksOf(guides[1]?.[1] ?? "", "sh", base))).toContain('"skill":"text-statistics"');
    host.close();
    provider.close();
  });

  test("the guide's receiver of webhooks takes what is signed, and refuses the rest", async () => {
    const code = blocksOf(readFileSync("app/docs/guides/webhooks.md", "utf8"), "ts", baseUrl);
    await write("receiver", code);
    const [secret, port] = ["whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ=", String(await freePort())];
    const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: port };
    const receiver = spawn(USERS_NODE, ["receiver.mjs"], { cwd: project.folder, env, stdio: "ignore" });
    const url = `http://127.0.0.1:${port}`;
    await vi.waitFor(() => fetch(url), PATIENT);
    const [body, at] = ['{"type":"webhook.test"}', new Date()];
    const post = (signature: string) =>
      fetch(url, {
        method: "POST",
        body,
        headers: {
          "webhook-id": "1",
          "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
          "webhook-signature": signature,
        },
      });
    expect((await post(new Webhook(secret).sign("1", at, body))).status).toBe(204);
    expect((await post("v1,bm90aGluZw==")).status).toBe(400);
    receiver.kill();
  });

  test("a private skill and its tools are run at their own paths", async () => {
    const seen: string[] = [];
    const market = new sdk.Marketplace({
      apiKey: "k",
      baseUrl: "https://example.com",
      fetch: async (input: RequestInfo | URL) => {
        seen.push(new URL(String(input)).pathname);
        return Response.json({ result: null });
      },
    });
    await market.skills.run("@acme/ledger", {});
    await market.skills.run("@acme/ledger/list", {});
    expect(seen).toEqual(["/v1/skills/%40acme%2Fledger/execute", "/v1/skills/%40acme%2Fledger/tools/list/execute"]);
  });

  test("an answer that is lost on the way is fetched again under the same key, and charged once", async () => {
    const skill = await liveSkill(await person(), { price_per_call: 0.5 });
    const buyer = await personWith(5);
    faults.push("lost");
    const { result, usage } = await clientOf(buyer).skills.run(skill.slug, { a: 1 }, { maxPrice: 0.5, version: 1 });
    expect(result).toEqual({ echo: { a: 1 } });
    expect(usage).toMatchObject({ cost: 0.5, version: 1 });
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(await available(buyer)).toBe(4.5);
  });

  test("passing failures are retried at most twice, the skill's own and the caller's not at all", async () => {
    const [skill, failing] = [
      await liveSkill(await person()),
      await liveSkill(await person(), { api_endpoint: `http://${process.env.EXECUTION_ALLOW}/5xx` }),
    ];
    const market = clientOf(await personWith(5));
    faults.push("500", "429");
    await market.balance();
    faults.push("500", "500", "500");
    await expect(market.balance()).rejects.toMatchObject({ status: 500 });
    keys.length = 0;
    await expect(market.skills.run(failing.slug, {})).rejects.toMatchObject({ code: "upstream_failed" });
    await expect(market.skills.run(skill.slug, {}, { maxPrice: 0.1 })).rejects.toMatchObject({
      code: "price_changed",
      details: { price: 0.5 },
    });
    expect(keys).toHaveLength(2);
  });

  test("making a key is never repeated, since each attempt would make another one", async () => {
    const someone = await person();
    faults.push("lost");
    await expect(clientOf(someone).keys.create({ name: "once" })).rejects.toMatchObject({ status: 502 });
    const made = (await clientOf(someone).keys.list()).filter((key: { name: string }) => key.name === "once");
    expect(made).toHaveLength(1);
  });

  test("the client's maxPrice bounds runs, purchases and changes of plan that name none", async () => {
    const plans = [5, 8].map((price) => ({ name: `Plan ${price}`, interval: "month", price }));
    const [paid, bought] = [
      await liveSkill(await person()),
      await liveSkill(await person(), { ...subscription({ price: null }), subscription_interval: null, plans }),
    ];
    const buyer = await personWith(50);
    const market = clientOf(buyer, { maxPrice: 0.4 });
    await expect(market.skills.run(paid.slug, {})).rejects.toMatchObject({ code: "price_changed" });
    await expect(market.skills.purchase(bought.slug)).rejects.toMatchObject({ code: "price_changed" });
    const { purchase } = await market.skills.purchase(bought.slug, { maxPrice: 5 });
    expect(await available(buyer)).toBe(45);
    await expect(market.plans.change(purchase.id, "Plan 8")).rejects.toMatchObject({ code: "price_changed" });
    expect(await market.plans.change(purchase.id, "Plan 8", { maxPrice: 8 })).toMatchObject({ change: "changed" });
  });

  test("a list yields every entry once over many pages", async () => {
    const owner = await person();
    for (let count = 0; count < 5; count++) await liveSkill(owner, { name: "Zebra counter" });
    const found: { id: string }[] = await clientOf(owner).skills.search({ search: "zebra", pageSize: 2 }).take(100);
    expect(found).toHaveLength(5);
    expect(new Set(found.map(({ id }) => id)).size).toBe(5);
  });

  test("every list that is read from an entry on can be iterated, each entry once", async () => {
    const { slug } = await liveSkill(await person(), { price_per_call: 0.1 });
    const buyer = await personWith(5);
    const market = clientOf(buyer);
    for (let count = 0; count < 3; count++) await market.skills.run(slug, { count });
    const { id: endpoint } = await market.request("POST", "/v1/webhooks", {
      body: { url: "https://example.com/hook" },
    });
    await market.request("POST", `/v1/webhooks/${endpoint}/test`);
    for (const [list, least] of [
      [market.usage({ pageSize: 2 }), 3],
      [market.ledger({ pageSize: 2 }), 4],
      [market.webhookDeliveries(endpoint, { pageSize: 1 }), 1],
      [market.payments(), 0],
      [market.purchases(), 0],
      [market.notifications({ unread: "true" }), 0],
      [market.payouts(), 0],
    ]) {
      const [{ total }, entries] = [await list.first(), await list.take(100)];
      expect(total).toBeGreaterThanOrEqual(least);
      expect(new Set(entries.map(({ id }: { id: string }) => id)).size).toBe(total);
    }
  });

  test("a damaged package is refused and no file is written", async () => {
    const skill = await liveDownload(await person(), subscription({ price: 0 }));
    const buyer = await personWith(1);
    const market = clientOf(buyer);
    await market.skills.purchase(skill.slug);
    const to = join(project.folder, "package.zip");
    faults.push("damaged");
    await expect(market.skills.download(skill.slug, { to })).rejects.toMatchObject({
      code: "digest_mismatch",
    });
    expect(() => readFileSync(to)).toThrow("ENOENT");
    await market.skills.download(skill.slug, { to });
    expect(readFileSync(to).equals(skill.bytes)).toBe(true);
  });

  test("no answer within the timeout, and a caller who gives up, end a call", async () => {
    const skill = await liveSkill(await person(), {
      api_endpoint: `http://${process.env.EXECUTION_ALLOW}/drip`,
    });
    const buyer = await personWith(5);
    const market = clientOf(buyer, { maxRetries: 0 });
    await expect(market.skills.run(skill.slug, {}, { timeoutMs: 100 })).rejects.toMatchObject({
      code: "timeout",
    });
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(market.balance({ signal })).rejects.toThrow("enough");
  });

  test("a webhook is taken with a right signature, also of a secret that is being rotated, and no other", async () => {
    const [secret, other] = ["whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ=", "whsec_b3RoZXItb3RoZXItb3RoZXItbw=="];
    const body = '{"type":"purchase.created"}';
    const at = new Date();
    const headers = (id = "1", date = at) => ({
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(date.getTime() / 1000)),
      "webhook-signature": `v1,bm90aGluZw== ${new Webhook(secret).sign(id, date, body)}`,
    });
    expect(await sdk.verifyWebhook(secret, headers(), body)).toEqual({ type: "purchase.created" });
    expect(await sdk.verifyWebhook([other, secret], new Headers(headers()), body)).toBeTruthy();
    const old = new Date(at.getTime() - 301_000);
    const wrong: unknown[][] = [
      [other, headers(), body],
      [secret, headers(), `${body} `],
      [secret, { ...headers(), "webhook-id": "2" }, body],
      [secret, headers("1", old), body],
      [secret, {}, body],
    ];
    for (const input of wrong) await expect(sdk.verifyWebhook(...input)).rejects.toThrow(sdk.WebhookError);
  });
});
