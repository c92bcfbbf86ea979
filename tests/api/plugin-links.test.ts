import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { answerInstall } from "@/lib/interfaces/http/installing";
import { prisma, query } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { flatSlug } from "@/lib/supply/skills/flat-slug";
import { yank } from "@/tests/support/advisories";
import { type Answer, call } from "@/tests/support/api";
import { contentsOf } from "@/tests/support/inspected";
import { byStatus, concurrently } from "@/tests/support/money";
import {
  fund,
  join,
  keyOf,
  member,
  organization,
  type Signed,
  type TestOrganization,
  verified,
} from "@/tests/support/organizations";
import { liveDownload, packageOf, putPackage } from "@/tests/support/packages";
import { person } from "@/tests/support/people";
import { create } from "@/tests/support/private-skills";

type Plugin = { name: string; source: { url: string; sha256: string } };
const ORIGIN = env().PUBLIC_URL;
/** Asks as Claude Code does, without a key. */
const ask = (url: string) => answerInstall(new Request(url));

describe("the plugin marketplace of an organization", () => {
  const at = ({ handle }: TestOrganization, id = "") => `/v1/organizations/${handle}/plugin-links${id && `/${id}`}`;
  const allow = (acme: TestOrganization, slug: string) =>
    acme.owner.visitor.api("PUT", `/v1/organizations/${acme.handle}/allowed-skills/${slug}`, {
      body: { decision: "allow", version: 1 },
    });
  const createdBy = async (acme: TestOrganization, { visitor }: Signed) =>
    (await visitor.api("POST", at(acme))).body as unknown as { id: string; url: string; name: string; command: string };
  const change = (id: string, data: { suspendedAt?: Date; closedAt?: Date }) =>
    prisma().account.update({ where: { id }, data });
  /** A package that only members of an organization find. */
  async function privatePackage(acme: TestOrganization): Promise<string> {
    const fields = { slug: "ledger", execution_type: "download", api_endpoint: null, submit: false };
    const { body } = await create(acme, acme.owner, fields);
    const { key } = await keyOf(acme, acme.owner, { scopes: ["read", "publish"] });
    expect((await putPackage(key, body.id, packageOf("ledger", "1.0.0"))).status).toBe(200);
    const { body: live } = await call("PATCH", `/v1/developer/skills/${body.id}`, { key, body: { submit: true } });
    expect(live).toMatchObject({ status: "approved", visibility: "organization" });
    return String(live.slug);
  }
  /** What is asked of an address: its plugins by name, or the status of a refusal. */
  const pluginsOf = async (url: string) => {
    const answer = await ask(url);
    if (answer.status !== 200) return answer.status;
    const { plugins } = (await answer.json()) as { plugins: Plugin[] };
    return plugins.map(({ name }) => name);
  };

  test("gives a member exactly the private packages and the allowed ones that are free or bought", async () => {
    const [acme, seller] = [await organization(), await person()];
    await fund(acme, 20);
    const free = { pricing_type: "usage", price_per_call: 0 };
    const [alike, allowed, bought, unbought, other, yanked, gone] = [
      await liveDownload(seller, { ...free, slug: `${acme.handle}-ledger` }),
      await liveDownload(seller, free),
      await liveDownload(seller, { pricing_type: "subscription", price: 3 }),
      await liveDownload(seller, { pricing_type: "subscription", price: 3 }),
      await liveDownload(seller, free),
      await liveDownload(seller, free),
      await liveDownload(seller, free),
    ];
    const mode = { body: { allowed_only: "versions" } };
    expect((await acme.owner.visitor.api("PATCH", `/v1/organizations/${acme.handle}`, mode)).status).toBe(200);
    for (const { slug } of [alike, allowed, bought, unbought, yanked, gone])
      expect((await allow(acme, slug)).status).toBe(200);
    const buying = await keyOf(acme, acme.owner);
    await call("POST", `/v1/skills/${bought.slug}/purchase`, { key: buying.key, body: {} });
    const secret = await privatePackage(acme);
    const worker = await member(acme, "member");
    const { url, name, command, id } = await createdBy(acme, worker);
    expect([name, command]).toEqual([`${acme.handle}-skills-marketplace`, `claude plugin marketplace add ${url}`]);
    // The private one has the name of the public one that is alike.
    expect(flatSlug(secret)).toBe(alike.slug);
    const every = [flatSlug(secret), ...[allowed, bought, yanked, gone].map(({ slug }) => slug).toSorted()];
    expect(await pluginsOf(url)).toEqual(every);
    const { plugins } = (await (await ask(url)).json()) as { plugins: Plugin[] };
    for (const { name: plugin, source } of plugins) {
      const archive = await ask(source.url);
      expect(archive.headers.get("cache-control")).toBe("private, no-store");
      const bytes = Buffer.from(await archive.arrayBuffer());
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(source.sha256);
      expect(JSON.parse((await contentsOf(bytes))[".claude-plugin/plugin.json"] ?? "")).toMatchObject({ name: plugin });
    }

    // What the public one no longer gives, this one doesn't: a yanked version, a skill that left, a version that nobody looked at.
    const archiveOf = (slug: string) => url.replace("marketplace.json", `${slug}.zip`);
    expect((await yank(seller, yanked.id)).status).toBe(200);
    // Whoever may have installed it by the link is warned.
    const warned = { accountId: acme.id, kind: "skill_advisory" };
    expect(await prisma().notification.findMany({ where: warned })).toMatchObject([{ data: { slug: yanked.slug } }]);
    expect((await call("POST", `/v1/developer/skills/${gone.id}/unlist`, { key: seller.key, body: {} })).status).toBe(
      200,
    );
    const less = [flatSlug(secret), ...[allowed, bought].map(({ slug }) => slug).toSorted()];
    expect(await pluginsOf(url)).toEqual(less);
    for (const { slug } of [yanked, gone]) {
      const shared = await ask(`${ORIGIN}/skills/${slug}/.claude-plugin/${slug}.zip`);
      expect([slug, (await ask(archiveOf(slug))).status]).toEqual([slug, shared.status]);
      expect(shared.status).not.toBe(200);
    }
    for (const { slug } of [unbought, other]) expect(less).not.toContain(slug);
    expect((await ask(archiveOf(unbought.slug))).status).toBe(402);
    expect((await ask(archiveOf(other.slug))).status).toBe(404);
    // Others see neither the link nor the packages, and its secret is not read again.
    const own = await worker.visitor.api("GET", at(acme));
    expect(own.body.data).toMatchObject([{ id, member: { id: worker.person.id }, used_at: expect.any(String) }]);
    expect(own.text).not.toContain(url.split("/")[4]);
    expect((await (await member(acme, "viewer")).visitor.api("GET", at(acme))).body.data).toEqual([]);
    expect((await (await verified()).visitor.api("GET", at(acme))).status).toBe(404);
  });

  test.each<[string, (acme: TestOrganization, worker: Signed, id: string) => Promise<unknown>]>([
    ["its member withdraws it", (acme, { visitor }, id) => visitor.api("DELETE", at(acme, id))],
    ["an owner withdraws it", (acme, _, id) => acme.owner.visitor.api("DELETE", at(acme, id))],
    [
      "its member is removed",
      (acme, { person }) => acme.owner.visitor.api("DELETE", `/v1/organizations/${acme.handle}/members/${person.id}`),
    ],
    ["its member may use skills no longer", (acme, { person }) => join(acme, person.id, "viewer")],
    ["its member is suspended", (_, { person }) => change(person.id, { suspendedAt: new Date() })],
    ["the organization is suspended", ({ id }) => change(id, { suspendedAt: new Date() })],
    ["the organization is closed", ({ id }) => change(id, { closedAt: new Date() })],
    [
      "a reset of the member's password ends all other access",
      (_, { person }) => query("test.reset", "SELECT account_access_end($1)", [person.id]),
    ],
    [
      "it is a year old",
      (_, __, id) => prisma().installLink.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1_000) } }),
    ],
  ])("a link ends when %s", async (_, end) => {
    const acme = await organization();
    const worker = await member(acme, "member");
    const { id, url } = await createdBy(acme, worker);
    expect(await pluginsOf(url)).toEqual([]);
    await end(acme, worker, id);
    expect(await pluginsOf(url)).toBe(404);
  });

  test("only a signed-in member who may use skills has links, at most ten, and ends only their own", async () => {
    const acme = await organization();
    const [worker, other] = [await member(acme, "member"), await member(acme, "developer")];
    const { key } = await keyOf(acme, worker);
    const codeOf = ({ status, body }: Pick<Answer, "status" | "body">) => [status, body.error?.code];
    expect(codeOf(await call("POST", at(acme), { key }))).toEqual([403, "session_required"]);
    for (const role of ["viewer", "billing"] as const)
      expect(codeOf(await (await member(acme, role)).visitor.api("POST", at(acme)))).toEqual([403, "role_required"]);
    const { id } = await createdBy(acme, worker);
    expect((await other.visitor.api("DELETE", at(acme, id))).status).toBe(404);
    expect((await call("GET", "/v1/install-links", { key })).body.data).toEqual([]);
    expect((await call("DELETE", `/v1/install-links/${id}`, { key })).status).toBe(404);
    const others = await concurrently(12, 12, () => worker.visitor.api("POST", at(acme)));
    expect(byStatus(others)).toEqual({ 200: 9, 429: 3 });
    expect((await acme.owner.visitor.api("GET", at(acme))).body.data).toHaveLength(10);
    const log = await acme.owner.visitor.api("GET", `/v1/organizations/${acme.handle}/audit?action=plugin_link`);
    expect(log.body.data).toHaveLength(10);
  });
});
