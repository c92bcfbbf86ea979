import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { deliverDue } from "@/lib/interfaces/webhooks/deliveries";
import { prisma } from "@/lib/platform/core/db";
import { storedMails } from "@/lib/platform/notifications/mail";
import { deliverMails } from "@/lib/platform/notifications/service";
import {
  advise,
  change,
  FREE,
  fetchIt,
  notices,
  type Osv,
  readFeed,
  suspend as suspendAs,
  yank,
} from "@/tests/support/advisories";
import { call } from "@/tests/support/api";
import { available, byStatus, personWith, run, subscription } from "@/tests/support/money";
import { liveDownload, packageOf, putPackage } from "@/tests/support/packages";
import { administrator, approve, draftSkill, liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";
import { deliveriesOf, webhook } from "@/tests/support/webhooks";

const host = createHost((_, response) => response.writeHead(404).end());
let upstream: Awaited<ReturnType<typeof startUpstream>>;
let base: string;
let admin: Person;
let seller: Person;
beforeAll(async () => {
  upstream = await startUpstream();
  base = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}`;
  [admin, seller] = await Promise.all([administrator(), person()]);
});
afterAll(async () => {
  await drain(host);
  await upstream.close();
});

const feed = (query = "", headers: Record<string, string> = {}) => readFeed(base, query, headers);
const about = async (slug: string): Promise<Osv[]> => (await feed(`?skills=${slug}`)).body.advisories;
const suspend = (id: string, malware: boolean) => suspendAs(admin, id, malware);

/** Puts version 1.1.0 of the package of a skill on the marketplace. */
async function release({ id, slug }: { id: string; slug: string }, version = "1.1.0") {
  await putPackage(seller.key, id, packageOf(slug, version, version));
  await call("PATCH", `/v1/developer/skills/${id}`, { key: seller.key, body: { submit: true } });
  await approve(id);
}

describe("a yanked version", () => {
  test("is not installed any more; those who had it get it by its exact version, with a warning", async () => {
    const skill = await liveDownload(seller, FREE);
    const [early, late] = [await person(), await person()];
    expect((await fetchIt(early, skill.slug)).status).toBe(200);
    const { status, body } = await yank(seller, skill.id);
    expect([status, body.kind, body.versions]).toEqual([200, "yank", ["1.0.0"]]);
    for (const someone of [early, late]) {
      const refused = await fetchIt(someone, skill.slug);
      expect([refused.status, refused.body.error.code]).toEqual([400, "version_yanked"]);
      expect(refused.body.error.details).toEqual({ advisory: body.name, reason: "Deletes files.", latest: null });
    }
    const again = await fetchIt(early, skill.slug, "?version=1.0.0");
    expect([again.status, again.headers.get("skill-advisories")]).toEqual([200, body.name]);
    expect((await fetchIt(late, skill.slug, "?version=1.0.0")).body.error.code).toBe("version_yanked");
    for (const ours of [seller, admin]) expect((await fetchIt(ours, skill.slug, "?version=1.0.0")).status).toBe(200);
    expect((await fetchIt(late, skill.slug, "?version=9.9.9")).body.error.code).toBe("version_unavailable");
  });

  test("leaves installers' indexes and plugin marketplaces; the version after it is installed", async () => {
    const skill = await liveDownload(seller, FREE);
    const listed = async () => {
      const index = await (await fetch(`${base}/.well-known/agent-skills/index.json`)).text();
      const plugins = await (await fetch(`${base}/.claude-plugin/marketplace.json`)).text();
      return [index.includes(skill.slug), plugins.includes(skill.slug)];
    };
    expect(await listed()).toEqual([true, true]);
    await yank(seller, skill.id);
    expect(await listed()).toEqual([false, false]);
    await release(skill);
    const buyer = await person();
    expect((await fetchIt(buyer, skill.slug)).status).toBe(200);
    expect((await fetchIt(buyer, skill.slug, "?version=1.0.0")).body.error.details.latest).toBe("1.1.0");
    expect(await listed()).toEqual([true, true]);
  });

  test("stays yanked when another version of the skill brings the same package", async () => {
    const skill = await liveDownload(seller, FREE);
    await yank(seller, skill.id);
    await call("PATCH", `/v1/developer/skills/${skill.id}`, { key: seller.key, body: { readme: "New." } });
    await approve(skill.id);
    expect((await fetchIt(await person(), skill.slug)).body.error.code).toBe("version_yanked");
  });

  test("can't be bought; nothing is charged, and a running purchase stays what it was", async () => {
    const skill = await liveDownload(seller, subscription({ price: 3 }));
    const [owner, late] = [await personWith(5), await personWith(5)];
    const buy = (someone: Person) => call("POST", `/v1/skills/${skill.slug}/purchase`, { key: someone.key, body: {} });
    expect((await buy(owner)).status).toBe(200);
    const { body } = await yank(seller, skill.id);
    const refused = await buy(late);
    expect([refused.status, refused.body.error.code, await available(late)]).toEqual([400, "version_yanked", 5]);
    expect((await buy(owner)).body.already_owned).toBe(true);
    expect((await fetchIt(owner, skill.slug, "?version=1.0.0")).status).toBe(200);
    await change(seller, skill.id, String(body.id), { withdrawn: true });
    expect((await buy(late)).status).toBe(200);
    expect((await fetchIt(late, skill.slug)).status).toBe(200);
  });

  test("is yanked once, however many ask at the same time; only by its seller, and only if it was approved", async () => {
    const skill = await liveDownload(seller, FREE);
    const answers = await Promise.all([1, 2, 3, 4].map(() => yank(seller, skill.id)));
    expect(byStatus(answers)).toEqual({ 200: 4 });
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await yank(await person(), skill.id)).status).toBe(404);
    const unknown = await yank(seller, skill.id, "2.0.0");
    expect([unknown.status, unknown.body.error.param]).toEqual([400, "version"]);
    const draft = await draftSkill(seller);
    expect((await yank(seller, draft.id)).body.error.code).toBe("not_approved");
    const api = await liveSkill(seller);
    expect((await yank(seller, api.id)).body.error.param).toBe("version");
  });
});

describe("an advisory", () => {
  test("warns only those who bought, downloaded or called the skill, by bell, mail and webhook", async () => {
    const skill = await liveDownload(seller, { ...FREE, execution_type: "both", api_endpoint: upstreamUrl("ok") });
    const [downloader, caller, other] = [await person(), await person(), await person()];
    const { id: hook } = await webhook(downloader, { events: ["skill.advisory"] });
    expect((await fetchIt(downloader, skill.slug)).status).toBe(200);
    expect((await run(caller.key, skill.slug)).status).toBe(200);
    const { body } = await advise(seller, skill.id);
    for (const someone of [downloader, caller]) {
      const [notice] = await notices(someone);
      expect(notice).toMatchObject({
        title: expect.stringContaining("Security advisory"),
        path: `/advisories#${body.name}`,
      });
      expect(notice?.text).toContain("Update, and rotate your keys.");
    }
    for (const someone of [other, seller]) expect(await notices(someone)).toEqual([]);
    await Promise.all([deliverMails(), deliverDue()]);
    expect(storedMails().find(({ to }) => to === downloader.email)?.text).toContain("Reads SSH keys");
    expect(await deliveriesOf(downloader, hook)).toMatchObject([{ type: "skill.advisory" }]);
    await change(seller, skill.id, String(body.id), { action: "Delete it." });
    expect(await notices(downloader)).toHaveLength(2);
  });

  test("is in the feed as an OSV record; with the version that mends it, later ones are not affected", async () => {
    const skill = await liveDownload(seller, FREE);
    const { status, body } = await advise(seller, skill.id);
    expect(status).toBe(200);
    expect(await about(skill.slug)).toMatchObject([
      {
        schema_version: expect.any(String),
        id: body.name,
        summary: "Reads SSH keys",
        affected: [{ package: { name: skill.slug }, ranges: [{ events: [{ introduced: "1" }] }], versions: ["1.0.0"] }],
        database_specific: { kind: "vulnerability", severity: "HIGH", fixed_in: null, by: "seller" },
      },
    ]);
    await release(skill);
    expect((await about(skill.slug))[0]?.affected[0]?.versions).toEqual(["1.0.0", "1.1.0"]);
    await change(seller, skill.id, String(body.id), { fixed_in: 2 });
    const [fixed] = await about(skill.slug);
    expect(fixed?.affected[0]?.versions).toEqual(["1.0.0"]);
    expect(fixed?.affected[0]?.database_specific.sha256).toHaveLength(1);
    expect(fixed?.database_specific.fixed_in).toBe("1.1.0");
  });

  test("is the seller's or the marketplace's, and each changes only their own", async () => {
    const skill = await liveDownload(seller, FREE);
    const stranger = await person();
    const [own, ours] = [await advise(seller, skill.id), await advise(admin, skill.id, {}, "admin")];
    expect([own.body.by_marketplace, ours.body.by_marketplace]).toEqual([false, true]);
    expect((await advise(stranger, skill.id)).status).toBe(404);
    expect((await advise(seller, skill.id, {}, "admin")).status).toBe(403);
    const withdrawn = { withdrawn: true };
    const statuses = [
      await change(stranger, skill.id, own.body.id, withdrawn),
      await change(seller, skill.id, ours.body.id, withdrawn),
      await change(admin, skill.id, own.body.id, withdrawn, "admin"),
      await change(seller, skill.id, "no-id", withdrawn),
      await change(seller, skill.id, own.body.id, withdrawn),
      await change(seller, skill.id, own.body.id, withdrawn),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 404, 200, 404]);
    const list = (await call("GET", `/v1/developer/skills/${skill.id}/advisories`, { key: seller.key })).body.data;
    expect(list).toMatchObject([{ withdrawn_at: null }, { withdrawn_at: expect.any(String) }]);
    expect((await call("GET", `/v1/developer/skills/${skill.id}/advisories`, { key: stranger.key })).status).toBe(404);
  });

  test("names versions that were approved, in their order", async () => {
    const skill = await liveDownload(seller, FREE);
    const nothing = await advise(seller, skill.id, { introduced: 999_999 });
    expect([nothing.status, nothing.body.error?.param]).toEqual([400, "introduced"]);
    for (const fields of [{ fixed_in: 7 }, { introduced: 2, fixed_in: 1 }, { severity: "terrible" }, { summary: " " }])
      expect([fields, (await advise(seller, skill.id, fields)).status]).toEqual([fields, 400]);
    const yanked = (await yank(seller, skill.id)).body.id;
    expect((await change(seller, skill.id, yanked, { fixed_in: 1 })).body.error.param).toBe("fixed_in");
  });
});

describe("the feed", () => {
  test("goes on at its cursor, and misses nothing that many publish at the same time", async () => {
    const skills = [];
    for (const _ of [1, 2, 3, 4]) skills.push(await liveDownload(seller, FREE));
    const { next_cursor: before } = (await feed("?cursor=0")).body;
    await Promise.all(skills.map(({ id }) => advise(seller, id)));
    const after = (await feed(`?cursor=${before}`)).body;
    expect(after.advisories.map(({ affected }: Osv) => affected[0]?.package.name).toSorted()).toEqual(
      skills.map(({ slug }) => slug).toSorted(),
    );
    expect((await feed(`?cursor=${after.next_cursor}`)).body).toEqual({
      advisories: [],
      next_cursor: after.next_cursor,
      has_more: false,
    });
  });

  test("is public, has an ETag, and is at most 60 seconds old in caches", async () => {
    const { status, headers } = await feed();
    expect(status).toBe(200);
    const age = Number(/max-age=(\d+)/.exec(headers.get("cache-control") ?? "")?.[1]);
    expect(age).toBeLessThanOrEqual(60);
    expect(headers.get("cache-control")).not.toContain("stale");
    const etag = headers.get("etag") ?? "";
    expect((await feed("", { "if-none-match": etag })).status).toBe(304);
    const skill = await liveDownload(seller, FREE);
    await yank(seller, skill.id);
    expect((await feed("", { "if-none-match": etag })).status).toBe(200);
    expect((await feed("?skills=@acme/ledger,@no-one/nothing")).body.advisories).toEqual([]);
    for (const query of ["?cursor=x", "?skills=A!", "?cursor=-1"]) expect((await feed(query)).status).toBe(400);
    expect((await fetch(`${base}/advisories.json/more`)).status).toBe(404);
    expect((await fetch(`${base}/advisories.json`, { method: "POST" })).status).not.toBe(200);
  });
});

describe("a recall", () => {
  test("warns everyone with the digest, stops every download, and ends with the suspension", async () => {
    const skill = await liveDownload(seller, FREE);
    const [holder, other] = [await person(), await person()];
    await fetchIt(holder, skill.slug);
    expect((await suspend(skill.id, true)).status).toBe(200);
    const [notice] = await notices(holder);
    expect(notice?.title).toContain("recalled as malware");
    const [recalled] = await about(skill.slug);
    expect(recalled?.database_specific).toMatchObject({ kind: "malware", severity: "CRITICAL" });
    const [digest = ""] = recalled?.affected[0]?.database_specific.sha256 ?? [];
    expect(notice?.text).toContain(digest);
    expect(await notices(other)).toEqual([]);
    for (const query of ["", "?version=1.0.0"]) expect((await fetchIt(holder, skill.slug, query)).status).toBe(404);
    const { body } = await call("GET", `/v1/admin/skills/${skill.id}/advisories`, { key: admin.key });
    const id = String(body.data[0]?.id);
    expect((await change(admin, skill.id, id, { withdrawn: true }, "admin")).status).toBe(404);
    await call("POST", `/v1/admin/skills/${skill.id}/unsuspend`, { key: admin.key, body: { reason: "A mistake." } });
    expect((await about(skill.slug))[0]?.withdrawn).toBeDefined();
    expect((await notices(holder))[0]?.title).toContain("withdrawn");
    expect((await fetchIt(holder, skill.slug)).status).toBe(200);
  });

  test("can follow a suspension for another reason, once", async () => {
    const skill = await liveDownload(seller, FREE);
    await suspend(skill.id, false);
    expect(await about(skill.slug)).toEqual([]);
    await Promise.all([suspend(skill.id, true), suspend(skill.id, true)]);
    expect(await about(skill.slug)).toHaveLength(1);
    expect(await prisma().advisory.count({ where: { skillId: skill.id } })).toBe(1);
  });
});
