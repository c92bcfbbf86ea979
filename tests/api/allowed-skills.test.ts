import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as suggest } from "@/app/(market)/suggest/route";
import { renewDue } from "@/lib/demand/purchases/renewals";
import { ACTING_COOKIE } from "@/lib/identity/accounts/acting-schemas";
import { prisma, query } from "@/lib/platform/core/db";
import { type Answer, call, send } from "@/tests/support/api";
import { byStatus, concurrently, expectSound, run, subscription } from "@/tests/support/money";
import {
  actingFor,
  fund,
  keyOf,
  member,
  organization,
  type Signed,
  type TestOrganization,
  verified,
} from "@/tests/support/organizations";
import { liveDownload } from "@/tests/support/packages";
import { approve, liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let seller: Person;
beforeAll(async () => {
  upstream = await startUpstream();
  seller = await person();
});
afterAll(() => upstream.close());

const pathOf = ({ handle }: TestOrganization, slug = "") =>
  `/v1/organizations/${handle}/allowed-skills${slug && `/${slug}`}`;
const setMode = (acme: TestOrganization, allowed_only: string, by: Signed = acme.owner) =>
  by.visitor.api("PATCH", `/v1/organizations/${acme.handle}`, { body: { allowed_only } });
const ask = (acme: TestOrganization, by: Signed, slug: string, note = "") =>
  by.visitor.api("POST", pathOf(acme, slug), { body: { note } });
const allow = (acme: TestOrganization, slug: string, version = 1, by: Signed = acme.owner) =>
  by.visitor.api("PUT", pathOf(acme, slug), { body: { decision: "allow", version } });
const listed = async (acme: TestOrganization, search = "") =>
  (await acme.owner.visitor.api("GET", `${pathOf(acme)}${search}`)).body.data;
/** The slugs of suggestions, which a browser asks for as one of the pages. */
async function suggested(word: string, { visitor }: Signed, acme?: TestOrganization) {
  const cookie = `${visitor.cookie}${acme ? `; ${ACTING_COOKIE}=${acme.id}` : ""}`;
  const { body } = await suggest.answer(
    new Request(`http://market.test/suggest?search=${word}`, { headers: { cookie } }),
    {},
  );
  const { data } = JSON.parse(await new Response(body as BodyInit).text()) as { data: { slug: string }[] };
  return data.map(({ slug }) => slug).toSorted();
}
const codeOf = ({ status, body }: Pick<Answer, "status" | "body">) => [status, body.error?.code];
const REFUSED = [403, "skill_not_allowed"];

/** An organization with credits that allows nothing yet, and a member with a key. */
async function team(mode = "skills") {
  const acme = await organization();
  await fund(acme, 50);
  const worker = await member(acme, "member");
  const { key } = await keyOf(acme, worker);
  expect((await setMode(acme, mode)).body).toMatchObject({ allowed_only: mode });
  return { acme, worker, key };
}

const publish = async (id: string, body: object) => {
  expect((await call("PATCH", `/v1/developer/skills/${id}`, { key: seller.key, body })).status).toBe(200);
  await approve(id);
};

describe("an organization that limits its members to allowed skills", () => {
  test("refuses every way to use another skill, says who may allow it, and charges nothing", async () => {
    const { acme, worker, key } = await team();
    const metered = await liveSkill(seller, { price_per_call: 1 });
    const free = await liveDownload(seller, { price_per_call: 0 });
    const sold = await liveSkill(seller, subscription({ price: 2 }));
    const path = `/v1/skills/${metered.slug}`;
    const tool = { name: "execute_skill", arguments: { slug: metered.slug, parameters: {}, max_price: 1 } };
    const spoken = await call("POST", "/mcp", {
      key,
      body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: tool },
      headers: { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" },
    });
    expect(spoken.text).toContain("skill_not_allowed");
    const tries = [
      await run(key, metered.slug),
      await worker.visitor.api("POST", `${path}/execute`, { headers: actingFor(acme), body: {} }),
      await call("POST", `${path}/execute?dry_run=true`, { key, body: {} }),
      await call("POST", `/v1/skills/${sold.slug}/purchase`, { key, body: {} }),
      await call("GET", `/v1/skills/${free.slug}/download`, { key }),
      await call("POST", `/v1/skills/${free.slug}/install-links`, { key }),
    ];
    expect(tries.map(codeOf)).toEqual(tries.map(() => REFUSED));
    expect(tries[0]?.body.error.details).toMatchObject({
      skill: metered.slug,
      may_allow: ["owner", "billing"],
      manage_url: expect.stringContaining(`/organizations/${acme.handle}/allowed-skills`),
    });
    const seen = await call("GET", path, { key });
    expect(seen.body.access).toMatchObject({ reason: "not_allowed", max_cost: null, owned: false });
    expect((await acme.owner.visitor.api("GET", "/v1/balance", { headers: actingFor(acme) })).body.available).toBe(50);
    // The member's own account, and the others', are as before.
    expect((await call("GET", path, { key: worker.person.key })).body.access).toMatchObject({ reason: "pay_per_call" });
    await setMode(acme, "off");
    expect((await run(key, metered.slug)).status).toBe(200);
    await expectSound();
  });

  test("allows what a member asked for with one press, until it is withdrawn", async () => {
    const { acme, worker, key } = await team();
    const { slug } = await liveSkill(seller, { price_per_call: 1 });
    const asked = await ask(acme, worker, slug, "Word counts");
    expect(asked.body).toMatchObject({ state: "asked", usable: false, version: null, note: "Word counts" });
    expect((await ask(acme, worker, slug, "Again")).body).toMatchObject({ note: "Word counts" });
    const bell = await acme.owner.visitor.api("GET", "/v1/notifications", { headers: actingFor(acme) });
    expect(bell.body.data.filter(({ kind }) => kind === "skill_asked")).toHaveLength(1);
    const billing = await member(acme, "billing");
    expect((await allow(acme, slug, 1, billing)).body).toMatchObject({ state: "allowed", usable: true, version: 1 });
    expect((await run(key, slug)).status).toBe(200);
    const told = await worker.visitor.api("GET", "/v1/notifications");
    expect(told.body.data.find(({ kind }) => kind === "skill_decided")).toMatchObject({ path: `/skills/${slug}` });
    expect(codeOf(await ask(acme, worker, slug))).toEqual([400, "invalid_request"]);
    // Withdrawn while calls run: they are charged before, or refused.
    const [withdrawn, during] = await Promise.all([
      acme.owner.visitor.api("DELETE", pathOf(acme, slug)),
      concurrently(6, 6, () => run(key, slug)),
    ]);
    expect(withdrawn.status).toBe(200);
    expect(during.filter(({ status }) => status !== 200 && status !== 403)).toEqual([]);
    const later = await concurrently(5, 5, () => run(key, slug));
    expect(byStatus(later)).toEqual({ 403: 5 });
    const log = await acme.owner.visitor.api("GET", `/v1/organizations/${acme.handle}/audit?action=allowed_skill`);
    expect(log.body.data.map(({ action }) => action)).toEqual([
      "allowed_skill.withdraw",
      "allowed_skill.allow",
      "allowed_skill.ask",
    ]);
    expect(codeOf(await acme.owner.visitor.api("DELETE", pathOf(acme, slug)))).toEqual([404, "not_found"]);
  });

  test("declines with a reason, and the member may ask again", async () => {
    const { acme, worker, key } = await team();
    const { slug } = await liveSkill(seller, { price_per_call: 1 });
    const refuse = { decision: "refuse", reason: "Use another." };
    expect(codeOf(await acme.owner.visitor.api("PUT", pathOf(acme, slug), { body: refuse }))).toEqual([
      404,
      "not_found",
    ]);
    await ask(acme, worker, slug);
    const refused = await acme.owner.visitor.api("PUT", pathOf(acme, slug), { body: refuse });
    expect(refused.body).toMatchObject({ state: "refused", reason: "Use another.", usable: false });
    expect(codeOf(await run(key, slug))).toEqual(REFUSED);
    expect((await ask(acme, worker, slug)).body).toMatchObject({ state: "asked" });
    expect(await listed(acme, "?state=asked")).toHaveLength(1);
    expect(await listed(acme, "?state=allowed")).toEqual([]);
  });

  test("uses a new version only after a look at it; the former one stays callable", async () => {
    const { acme, worker, key } = await team("versions");
    const text = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
    const skill = await liveSkill(seller, { price_per_call: 1, api_schema: { type: "object" } });
    await allow(acme, skill.slug, 1);
    expect((await run(key, skill.slug)).status).toBe(200);
    await publish(skill.id, { api_schema: text });
    expect(codeOf(await run(key, skill.slug, { text: "One" }))).toEqual(REFUSED);
    expect((await call("POST", `/v1/skills/${skill.slug}/execute?version=1`, { key, body: {} })).status).toBe(200);
    expect(await listed(acme)).toMatchObject([{ state: "allowed", usable: false, version: 1, current_version: 2 }]);
    expect((await ask(acme, worker, skill.slug)).body).toMatchObject({ state: "asked", version: 1 });
    expect((await allow(acme, skill.slug, 1)).body.error.param).toBe("version");
    expect((await allow(acme, skill.slug, 2)).body).toMatchObject({ state: "allowed", usable: true });
    expect((await run(key, skill.slug, { text: "One" })).status).toBe(200);
  });

  test("ends a subscription that it no longer allows, and says why", async () => {
    const { acme, key } = await team();
    const sold = await liveSkill(seller, subscription({ price: 2, subscription_interval: "day" }));
    await allow(acme, sold.slug);
    expect((await call("POST", `/v1/skills/${sold.slug}/purchase`, { key, body: {} })).status).toBe(200);
    await acme.owner.visitor.api("DELETE", pathOf(acme, sold.slug));
    expect(codeOf(await run(key, sold.slug))).toEqual(REFUSED);
    await query(
      "test.due",
      `UPDATE purchase SET anchor_at = anchor_at - interval '25 hours', started_at = started_at - interval '25 hours',
         current_period_end = current_period_end - interval '25 hours' WHERE buyer_id = $1`,
      [acme.id],
    );
    await renewDue();
    expect(await prisma().purchase.findFirst({ where: { buyerId: acme.id } })).toMatchObject({ status: "expired" });
    const bell = await acme.owner.visitor.api("GET", "/v1/notifications", { headers: actingFor(acme) });
    expect(bell.body.data.find(({ kind }) => kind === "purchase_lapsed")?.text).toContain("no longer allows");
    await expectSound();
  });

  test("always allows its own skills", async () => {
    const { acme, key } = await team();
    const developer = await member(acme, "developer");
    const publisher = { ...developer.person, key: (await keyOf(acme, developer, { scopes: ["publish"] })).key };
    const { slug } = await liveSkill(publisher, { price_per_call: 1 });
    expect((await run(key, slug)).status).toBe(200);
  });
});

/** What a list of the marketplace says to somebody. */
async function browsed(search: string, options: Parameters<typeof call>[2]) {
  const { status, body } = await call("GET", `/v1/skills?facets=true&${search}`, options);
  expect(status).toBe(200);
  const { free = [] } = body.facets as Record<string, { value: string; count: number }[]>;
  return { total: body.total, slugs: body.data.map(({ slug }) => slug).toSorted(), free: free[0]?.count ?? 0 };
}

describe("lists and searches of limited members", () => {
  test("have only what their organization allows, with exact totals and facets; all skills when they ask", async () => {
    const { acme, worker, key } = await team("versions");
    const word = `quokka${acme.handle.replaceAll(/[^a-z]/g, "")}`;
    const [metered, free, other] = [
      await liveSkill(seller, { name: `First ${word}`, price_per_call: 1 }),
      await liveSkill(seller, { name: `Second ${word}`, price_per_call: 0 }),
      await liveSkill(seller, { name: `Third ${word}`, price_per_call: 0 }),
    ];
    const developer = await member(acme, "developer");
    const publishing = (await keyOf(acme, developer, { scopes: ["publish"] })).key;
    const own = await liveSkill({ ...developer.person, key: publishing }, { name: `Own ${word}` });
    await allow(acme, metered.slug);
    await allow(acme, free.slug);
    const allowed = { total: 3, slugs: [metered.slug, free.slug, own.slug].toSorted(), free: 1 };
    const all = { total: 4, slugs: [...allowed.slugs, other.slug].toSorted(), free: 2 };
    const session = { headers: { ...actingFor(acme), cookie: worker.visitor.cookie } };
    expect(await browsed(`search=${word}`, { key })).toEqual(allowed);
    expect(await browsed(`search=${word}&allowed=true`, session)).toEqual(allowed);
    expect(await browsed("", { key })).toEqual(allowed);
    expect(await browsed(`search=${word}&free=true`, { key })).toEqual({ total: 1, slugs: [free.slug], free: 1 });
    expect(await browsed(`search=${word}&allowed=false`, { key })).toEqual(all);
    // Of everybody else, also of the member's own account, lists are as before.
    expect(await browsed(`search=${word}`, { key: worker.person.key })).toEqual(all);
    expect(await browsed(`search=${word}&allowed=true`, { key: seller.key })).toEqual(all);

    expect(await suggested(word, worker, acme)).toEqual(allowed.slugs);
    expect(await suggested(word, worker)).toEqual(all.slugs);
    const related = await call("GET", `/v1/skills/${metered.slug}/related`, { key });
    expect(related.body.data.map(({ slug }) => slug)).not.toContain(other.slug);
    const found = await send("POST", "/mcp", {
      key,
      headers: { accept: "application/json, text/event-stream" },
      body: {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "search_skills", arguments: { query: word } },
      },
    });
    const text = await found.text();
    expect([text.includes(free.slug), text.includes(other.slug)]).toEqual([true, false]);

    await publish(free.id, { description: `Another ${word}.` });
    expect(await browsed(`search=${word}`, { key })).toMatchObject({ total: 2, free: 0 });
    await setMode(acme, "skills");
    expect(await browsed(`search=${word}`, { key })).toEqual(allowed);
    await acme.owner.visitor.api("DELETE", pathOf(acme, free.slug));
    expect(await browsed(`search=${word}`, { key })).toMatchObject({ total: 2 });
    await setMode(acme, "off");
    expect(await browsed(`search=${word}`, { key })).toEqual(all);
  });

  test("have exactly the skills that the statement which charges does not withhold", async () => {
    for (const mode of ["skills", "versions"]) {
      const { acme } = await team(mode);
      const [kept, changed, refused] = [await liveSkill(seller), await liveSkill(seller), await liveSkill(seller)];
      for (const { slug } of [kept, changed]) await allow(acme, slug);
      await publish(changed.id, { description: "Does something else." });
      await ask(acme, await member(acme, "member"), refused.slug);
      const rows = await query<{ id: string; is_withheld: boolean; is_shown: boolean }>(
        "test.allowed",
        `SELECT l.skill_id AS id, skill_withheld($1, l.skill_id, l.revision_number) AS is_withheld,
           l.skill_id IN (SELECT skills_allowed($1)) AS is_shown FROM listing l`,
        [acme.id],
      );
      expect(rows.filter((row) => row.is_withheld === row.is_shown)).toEqual([]);
      expect(rows.filter((row) => row.is_shown)).toHaveLength(mode === "skills" ? 2 : 1);
    }
  });
});

describe("who decides", () => {
  test("is an owner or billing in a session; a key, a member and a stranger can't", async () => {
    const { acme, worker, key } = await team();
    const { slug } = await liveSkill(seller, { price_per_call: 1 });
    const body = { decision: "allow", version: 1 };
    const ownerKey = (await keyOf(acme, acme.owner)).key;
    expect(codeOf(await call("PUT", pathOf(acme, slug), { key: ownerKey, body }))).toEqual([403, "session_required"]);
    expect(codeOf(await call("DELETE", pathOf(acme, slug), { key: ownerKey }))).toEqual([403, "session_required"]);
    expect(codeOf(await call("PUT", pathOf(acme, slug), { key, body }))).toEqual([403, "role_required"]);
    expect(codeOf(await allow(acme, slug, 1, worker))).toEqual([403, "role_required"]);
    expect(codeOf(await setMode(acme, "off", worker))).toEqual([403, "role_required"]);
    expect(codeOf(await allow(acme, slug, 1, await verified()))).toEqual([404, "not_found"]);
    expect(codeOf(await allow(acme, "unknown-skill"))).toEqual([404, "not_found"]);
    expect(codeOf(await ask(acme, await member(acme, "viewer"), slug))).toEqual([403, "role_required"]);
    expect(await listed(acme)).toEqual([]);
  });
});
