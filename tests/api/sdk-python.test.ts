import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createHost, drain, listen, openDemoProvider } from "@/host/host";
import { route } from "@/host/router";
import { withDemo } from "@/tests/support/demo";
import { fullTest } from "@/tests/support/full";
import { available, personWith, subscription } from "@/tests/support/money";
import { blocksOf, installPackages, runIn } from "@/tests/support/npm-project";
import { liveDownload } from "@/tests/support/packages";
import { liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

const hasPython = spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 11))"]).status === 0;
const hasPip = hasPython && spawnSync("python3", ["-m", "pip", "--version"]).status === 0;
const GUIDE = readFileSync("app/docs/guides/sdk-python.md", "utf8");

type Fault = "none" | "500" | "lost" | "damaged" | "redirected";
/** What happens to the next requests on their way, one each. */
const faults: Fault[] = [];
const seen: { key: string | null; authorization: string | null }[] = [];

/** A loopback line between the client and the API that loses, refuses, redirects or damages answers. */
async function faulty(request: Request): Promise<Response> {
  const { headers } = request;
  seen.push({ key: headers.get("idempotency-key"), authorization: headers.get("authorization") });
  const fault = faults.shift();
  if (fault === "500") return new Response("{}", { status: 500 });
  if (fault === "redirected") return Response.redirect(request.url.replace("127.0.0.1", "localhost"), 302);
  const response = await route(request);
  if (fault === "lost") return new Response("lost on the way", { status: 502 });
  if (fault !== "damaged") return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  bytes[bytes.length - 1] = 1 ^ (bytes[bytes.length - 1] ?? 0);
  return new Response(bytes, response);
}

describe.runIf(hasPython)("the Python SDK", () => {
  const folder = mkdtempSync(join(tmpdir(), "marketplace-python-"));
  let demoKey: string;
  let project: Awaited<ReturnType<typeof installPackages>>;
  let upstream: Awaited<ReturnType<typeof startUpstream>>;
  let line: Server;
  let base: string;
  let wheel: string;

  beforeAll(async () => {
    [demoKey, project, upstream] = await Promise.all([withDemo(), installPackages(), startUpstream()]);
    const built = join(project.built, "sdk-python");
    wheel = join(built, readdirSync(built)[0] ?? "");
    line = createServer(getRequestListener(faulty, { overrideGlobalObjects: false }));
    base = `http://127.0.0.1:${await listen(line, 0, "127.0.0.1")}`;
  });
  afterAll(async () => {
    line.close();
    await upstream.close();
    project.remove();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    faults.length = 0;
    seen.length = 0;
  });

  /** Runs a program with the wheel on its path, as a person's, and returns what it printed. Fails when it fails. */
  async function run(program: string, env: Record<string, string> = {}): Promise<string> {
    writeFileSync(join(folder, "program.py"), program);
    const ended = await runIn(folder, ["python3", "program.py"], { env: { PYTHONPATH: wheel, ...env } });
    expect(ended, ended.stderr).toMatchObject({ code: 0 });
    return ended.stdout.trim();
  }
  /** The same for a client of somebody, as `market`. */
  const runAs = ({ key }: Person, program: string, options = "") =>
    run(`from skills_marketplace import Marketplace, MarketplaceError\nmarket = Marketplace(${options})\n${program}`, {
      SKILLS_BASE_URL: base,
      SKILLS_API_KEY: key,
    });

  fullTest("the snippets of its guide run as they stand there", async () => {
    const provider = await openDemoProvider();
    const host = createHost((_, response) => response.writeHead(404).end());
    const address = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}`;
    const output = await run(blocksOf(GUIDE, "python", address), { SKILLS_API_KEY: demoKey });
    for (const expected of [
      "'words': 5",
      "meeting-minutes-",
      "the same call: True",
      "succeeded",
      "'summary'",
      "'function': {'name': 'text_statistics'",
    ])
      expect(output).toContain(expected);
    await drain(host);
    provider.close();
  });

  (hasPip ? fullTest : test.skip)(
    "pip installs the wheel, checks its record, and type checkers see its types",
    async () => {
      const [site, pip] = [join(folder, "site"), ["python3", "-m", "pip", "install", "--no-index", "--no-deps"]];
      const ended = await runIn(folder, [...pip, "--target", site, wheel]);
      expect(ended, ended.stderr).toMatchObject({ code: 0 });
      expect(readdirSync(join(site, "skills_marketplace"))).toEqual(expect.arrayContaining(["py.typed", "models.py"]));
      const hints =
        "import typing, skills_marketplace.models as m\nprint(typing.get_type_hints(m.Balance)['available'].__name__)\n" +
        "for name, kind in vars(m).items():\n  if isinstance(kind, type) and kind.__module__ == m.__name__: typing.get_type_hints(kind)";
      expect(await run(hints, { PYTHONPATH: site })).toBe("float");
    },
  );

  test("a private skill, its tools, and their names for agents", async () => {
    const program = [
      "from skills_marketplace.tools import split_name, to_tools",
      'print([split_name(name) for name in ("a", "a/b", "@acme/a", "@acme/a/b")])',
      'tool = {"name": "b", "mcp_name": "acme_a__b", "description": "B.", "input_schema": {}, "price": 1.0}',
      'skill = {"slug": "@acme/a", "tools": [tool]}',
      "print([(made.name, made.description, made.execute({})) for made in to_tools(skill, lambda name, _: name)])",
    ];
    expect((await run(program.join("\n"))).split("\n")).toEqual([
      "[('a', None), ('a', 'b'), ('@acme/a', None), ('@acme/a', 'b')]",
      "[('acme_a__b', 'B. Costs 1 credit a call.', '@acme/a/b')]",
    ]);
  });

  test("a response that is lost on the way is fetched again under the same key, and charged once", async () => {
    const skill = await liveSkill(await person(), { price_per_call: 0.5 });
    const buyer = await personWith(5);
    faults.push("lost");
    const program = `call = market.skills.run("${skill.slug}", {"a": 1}, max_price=0.5, version=1)\nprint(call["result"], call["usage"]["cost"])`;
    expect(await runAs(buyer, program)).toBe("{'echo': {'a': 1}} 0.5");
    expect(seen).toHaveLength(2);
    expect(seen[0]?.key).toBeTruthy();
    expect(seen[1]?.key).toBe(seen[0]?.key);
    expect(await available(buyer)).toBe(4.5);
  });

  test("passing failures are retried at most twice; the skill's own, the caller's and a new key not at all", async () => {
    const failing = await liveSkill(await person(), { api_endpoint: `http://${process.env.EXECUTION_ALLOW}/5xx` });
    const fail = (call: string) =>
      `try:\n  ${call}\n  print("no error")\nexcept MarketplaceError as error:\n  print(error.code, error.status, error.details.get("price"))\n`;
    faults.push("500", "500", "500");
    const buyer = await personWith(5);
    expect(await runAs(buyer, fail("market.balance()"))).toBe("unreadable 500 None");
    expect(seen.splice(0)).toHaveLength(3);
    expect(await runAs(buyer, fail(`market.skills.run("${failing.slug}", {})`))).toMatch(/^upstream_failed 502/);
    expect(await runAs(buyer, fail(`market.skills.run("${failing.slug}", {}, max_price=0.1)`))).toBe(
      "price_changed 400 0.5",
    );
    faults.push("lost");
    expect(await runAs(buyer, fail(`market.keys.create(name="once")`))).toBe("unreadable 502 None");
    expect(seen).toHaveLength(3);
    expect(await available(buyer)).toBe(5);
  });

  test("the client's max_price bounds a change of plan that names none", async () => {
    const plans = [5, 8].map((price) => ({ name: `Plan ${price}`, interval: "month", price }));
    const terms = { ...subscription({ price: null }), subscription_interval: null, plans };
    const { slug } = await liveSkill(await person(), terms);
    const program = [
      `id = market.skills.purchase("${slug}", max_price=5)["purchase"]["id"]`,
      'try:\n  market.plans.change(id, "Plan 8")\nexcept MarketplaceError as error:\n  print(error.code)',
      'print(market.plans.change(id, "Plan 8", max_price=8)["change"])',
    ];
    expect(await runAs(await personWith(50), program.join("\n"), "max_price=0.4")).toBe("price_changed\nchanged");
  });

  test("the key follows a redirect to the same host only", async () => {
    faults.push("redirected");
    const someone = await personWith(1);
    const program = `try:\n  market.balance()\nexcept MarketplaceError as error:\n  print(error.code)`;
    expect(await runAs(someone, program)).toBe("unauthorized");
    expect(seen.map(({ authorization }) => authorization !== null)).toEqual([true, false]);
  });

  test("a damaged package is refused and no file is written", async () => {
    const skill = await liveDownload(await person(), subscription({ price: 0 }));
    const download = `
market.skills.purchase("${skill.slug}")
for _ in range(2):
    try:
        market.skills.download("${skill.slug}", to="package.zip")
        print("whole")
    except MarketplaceError as error:
        print(error.code, [name for name in __import__("os").listdir(".") if name.startswith("package")])`;
    // The first request buys.
    const buyer = await personWith(1);
    faults.push("none", "damaged");
    expect((await runAs(buyer, download)).split("\n")).toEqual(["digest_mismatch []", "whole"]);
    expect(readFileSync(join(folder, "package.zip")).equals(skill.bytes)).toBe(true);
  });

  test("every list reads on from its last entry, each entry once", async () => {
    const { slug } = await liveSkill(await person(), { price_per_call: 0.1 });
    const program = `
for count in range(3):
    market.skills.run("${slug}", {"count": count})
for pages in [market.usage(page_size=2), market.ledger(page_size=2), market.payments(), market.purchases(),
              market.notifications(unread=True), market.payouts(), market.skills.search("${slug}", page_size=1)]:
    ids = [entry["id"] for entry in pages]
    assert len(set(ids)) == len(ids) == pages.first()["total"], ids
print("all")`;
    expect(await runAs(await personWith(5), program)).toBe("all");
  });

  test("a webhook is taken with a right signature, also of a secret that is being rotated, and no other", async () => {
    const [secret, other] = ["whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ=", "whsec_b3RoZXItb3RoZXItb3RoZXItbw=="];
    const [body, at] = ['{"type":"purchase.created"}', new Date()];
    const headersAt = (date: Date, id = "1") => ({
      "Webhook-Id": id,
      "webhook-timestamp": String(Math.floor(date.getTime() / 1000)),
      "webhook-signature": `v1,bm90aGluZw== ${new Webhook(secret).sign(id, date, body)}`,
    });
    const cases = [
      [[secret], headersAt(at), body, true],
      [[other, secret], headersAt(at), body, true],
      [[other], headersAt(at), body, false],
      [[secret], headersAt(at), `${body} `, false],
      [[secret], { ...headersAt(at), "Webhook-Id": "2" }, body, false],
      [[secret], headersAt(new Date(at.getTime() - 301_000)), body, false],
      [[secret], {}, body, false],
    ];
    const program = `
import json, skills_marketplace as sdk
for secrets, headers, body, _ in json.loads(${JSON.stringify(JSON.stringify(cases))}):
    try:
        print(sdk.verify_webhook(secrets, headers, body)["type"])
    except sdk.WebhookError:
        print("refused")`;
    const expected = cases.map(([, , , taken]) => (taken ? "purchase.created" : "refused"));
    expect((await run(program)).split("\n")).toEqual(expected);
  });
});
