import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { prisma, query } from "@/lib/platform/core/db";
import { serveAliasAt } from "@/lib/platform/outbound/service";
import * as domains from "@/lib/supply/catalog/domains";
import { call } from "@/tests/support/api";
import { startNameServer } from "@/tests/support/name-server";
import { liveDownload } from "@/tests/support/packages";
import { type Person, person } from "@/tests/support/people";

const PORT = await vi.hoisted(async () => {
  const { freePort } = await import("@/tests/support/free-port");
  const port = await freePort();
  process.env.DNS_SERVERS = `127.0.0.1:${port}`;
  return port;
});
/** TXT records by name. */
const records = new Map<string, string>();
const host = createHost((_, response) => response.writeHead(404).end());
let base: string;
let server: Awaited<ReturnType<typeof startNameServer>>;
beforeAll(async () => {
  server = await startNameServer(
    () => "unknown",
    PORT,
    (name) => records.get(name),
  );
  base = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}`;
});
afterAll(async () => {
  await drain(host);
  await server.close();
});

const add = (someone: Person, domain: string) =>
  call("POST", "/v1/account/domains", { key: someone.key, body: { domain } });
const check = (someone: Person, domain: string) =>
  call("POST", `/v1/account/domains/${domain}/check`, { key: someone.key });
const publisher = async (handle: string) =>
  (await call("GET", `/v1/publishers/${handle}`, { key: (await person()).key })).body;
const handleOf = async ({ id }: Person) => (await prisma().account.findUniqueOrThrow({ where: { id } })).handle;
const age = (someone: Person, fields: object) =>
  prisma().publisherDomain.updateMany({ where: { accountId: someone.id }, data: fields });
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

async function proven(domain: string) {
  const seller = await person();
  const { body } = await add(seller, domain);
  records.set(String(body.txt_name), String(body.value));
  expect((await check(seller, domain)).status).toBe(200);
  return { seller, txt: String(body.txt_name) };
}

/** The domain on a skill's card and page. */
const shownOn = async (slug: string) =>
  ((await call("GET", `/v1/skills/${slug}`, { key: (await person()).key })).body.developer as { domain: string | null })
    .domain;

describe("a domain", () => {
  test("is proven by its TXT record; the publisher's page and signed statements name it", async () => {
    const seller = await person();
    const { slug } = await liveDownload(seller, { pricing_type: "usage", price: null, price_per_call: 0 });
    const added = await add(seller, "Acme-Tools.dev");
    expect(added.body).toMatchObject({
      domain: "acme-tools.dev",
      txt_name: "_skills-marketplace.acme-tools.dev",
      verified_at: null,
    });
    const early = await check(seller, "acme-tools.dev");
    expect([early.status, early.body.error.code]).toEqual([400, "domain_unverified"]);
    expect((await publisher(await handleOf(seller))).domains).toEqual([]);
    records.set("_skills-marketplace.acme-tools.dev", String(added.body.value));
    expect((await check(seller, "acme-tools.dev")).body.verified_at).toEqual(expect.any(String));
    expect((await publisher(await handleOf(seller))).domains).toEqual(["acme-tools.dev"]);
    expect(await shownOn(slug)).toBe("acme-tools.dev");
    const bundle = await (await fetch(`${base}/attestations/${slug}@1.0.0`)).json();
    const statement = JSON.parse(Buffer.from(bundle.dsseEnvelope.payload, "base64").toString());
    expect(statement.predicate.publisher.domains).toEqual(["acme-tools.dev"]);
  });

  test("is proven by a line of its file, which only a plain success counts as", async () => {
    const seller = await person();
    const { body } = await add(seller, "filed.dev");
    let reply = { status: 404, text: String(body.value) };
    const asked: string[] = [];
    const site = createServer((request, response) => {
      asked.push(`${request.headers.host}${request.url}`);
      response.writeHead(reply.status, { location: "https://filed.dev/other" }).end(reply.text);
    }).listen(0, "127.0.0.1");
    await once(site, "listening");
    serveAliasAt("filed.dev:443", (site.address() as AddressInfo).port);
    const isProven = async () => (await check(seller, "filed.dev")).status === 200;
    expect(await isProven()).toBe(false);
    reply = { status: 302, text: String(body.value) };
    expect(await isProven()).toBe(false);
    reply = { status: 200, text: `${body.value}-other` };
    expect(await isProven()).toBe(false);
    reply = { status: 200, text: `${"x".repeat(100_000)}\n${body.value}` };
    expect(await isProven()).toBe(false);
    reply = { status: 200, text: `# ours\r\n ${body.value} \r\n` };
    expect(await isProven()).toBe(true);
    expect(new Set(asked)).toEqual(new Set(["filed.dev/.well-known/skills-marketplace.txt"]));
    expect(await domains.provenOf(seller.id)).toEqual(["filed.dev"]);
    site.close();
  });

  test("is another account's to prove by its own value, and each sees only their own", async () => {
    const { txt } = await proven("shared.dev");
    const other = await person();
    const { body } = await add(other, "shared.dev");
    expect(body.value).not.toBe(records.get(txt));
    expect((await check(other, "shared.dev")).status).toBe(400);
    const stranger = await person();
    expect((await check(stranger, "shared.dev")).status).toBe(404);
    expect((await call("DELETE", "/v1/account/domains/shared.dev", { key: stranger.key })).status).toBe(404);
    expect((await call("GET", "/v1/account/domains", { key: stranger.key })).body.data).toEqual([]);
  });

  test("is a domain, and an account has at most five, also when it adds them at the same time", async () => {
    const seller = await person();
    for (const domain of ["localhost", "http://acme.dev", "acme", "a b.dev", "127.0.0.1", "-a.dev"])
      expect([domain, (await add(seller, domain)).status]).toEqual([domain, 400]);
    const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((n) => add(seller, `acme${n}.dev`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  });
});

describe("the audit log", () => {
  const linesOf = ({ id }: Person) =>
    query<{ action: string; actor: string | null; text: string }>(
      "test.lines",
      `SELECT e.action, e.actor_id AS actor, e::text || coalesce(n::text, '') AS text FROM audit_event e
         LEFT JOIN audit_name n ON n.audit_event_id = e.id
         WHERE e.subject_id = $1 AND e.action LIKE '%domain' ORDER BY e.id`,
      [id],
    );

  test("has each proof once, its loss and its removal; the domain is named until the account is closed", async () => {
    const seller = await person();
    const { body } = await add(seller, "audited.dev");
    records.set(String(body.txt_name), String(body.value));
    await Promise.all([1, 2, 3].map(() => check(seller, "audited.dev")));
    records.delete(String(body.txt_name));
    await age(seller, { checkedAt: daysAgo(8), failingSince: daysAgo(15) });
    await domains.recheckDue();
    await call("DELETE", "/v1/account/domains/audited.dev", { key: seller.key });
    const lines = await linesOf(seller);
    expect(lines.map(({ action, actor }) => [action, actor])).toEqual([
      ["account.verify_domain", seller.id],
      ["account.lose_domain", null],
      ["account.remove_domain", seller.id],
    ]);
    for (const { text } of lines) expect(text).toContain("audited.dev");
    await query("test.close", "SELECT account_close($1)", [seller.id]);
    for (const { text } of await linesOf(seller)) expect(text).not.toContain("audited.dev");
  });
});

describe("the weekly check", () => {
  test("looks at proofs that are a week old; one that is missing for two weeks loses its mark, and its owner is notified", async () => {
    const { seller, txt } = await proven("weekly.dev");
    expect(await domains.recheckDue()).toBe(0);
    records.delete(txt);
    await age(seller, { checkedAt: daysAgo(8) });
    expect(await domains.recheckDue()).toBe(1);
    expect(await domains.provenOf(seller.id)).toEqual(["weekly.dev"]);
    await age(seller, { checkedAt: daysAgo(8), failingSince: daysAgo(15) });
    expect(await domains.recheckDue()).toBe(1);
    expect(await domains.provenOf(seller.id)).toEqual([]);
    const { data } = (await call("GET", "/v1/notifications", { key: seller.key })).body;
    expect(data).toMatchObject([{ kind: "domain_lost", path: "/console/profile" }]);
  });

  test("ends what failed meanwhile when the proof is back", async () => {
    const { seller } = await proven("back.dev");
    await age(seller, { checkedAt: daysAgo(8), failingSince: daysAgo(7) });
    await domains.recheckDue();
    expect(await prisma().publisherDomain.findFirst({ where: { accountId: seller.id } })).toMatchObject({
      failingSince: null,
    });
  });

  test("is over with the domain: removed, it has no mark", async () => {
    const { seller } = await proven("gone.dev");
    const { slug } = await liveDownload(seller, { pricing_type: "usage", price: null, price_per_call: 0 });
    expect(await shownOn(slug)).toBe("gone.dev");
    expect((await call("DELETE", "/v1/account/domains/gone.dev", { key: seller.key })).status).toBe(200);
    expect(await domains.provenOf(seller.id)).toEqual([]);
    expect(await shownOn(slug)).toBeNull();
  });
});
