import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pool, prisma } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { call } from "@/tests/support/api";
import { run } from "@/tests/support/money";
import { actingFor, fund, join, keyOf, member, organization, verified } from "@/tests/support/organizations";
import { liveSkill, person, unique } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";
import { codeOf, signedIn } from "@/tests/support/visitor";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const handle = () => `team-${process.pid}-${unique()}`;
const answer = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  status === 200 ? 200 : `${status} ${codeOf({ body })}`;

describe("creating an organization", () => {
  test("makes its creator the owner; its name is on the account, and it has no way to sign in", async () => {
    const { visitor, person: creator } = await verified();
    const name = handle();
    const made = await visitor.api("POST", "/v1/organizations", { body: { name: "Brandt & Co", handle: name } });
    expect([made.status, made.body]).toMatchObject([
      200,
      { handle: name, name: "Brandt & Co", role: "owner", member_count: 1 },
    ]);
    const { body } = await visitor.api("GET", "/v1/organizations");
    expect(body.data).toMatchObject([{ handle: name, role: "owner" }]);
    const db = prisma();
    const row = { id: newId(), ownerId: made.body.id, externalId: newId(), providerId: "credential", password: "x" };
    await expect(db.credential.create({ data: row })).rejects.toThrow();
    const session = { id: newId(), token: newId(), accountId: made.body.id, expiresAt: new Date() };
    await expect(db.session.create({ data: session })).rejects.toThrow();
    await expect(db.account.update({ where: { id: made.body.id }, data: { role: "admin" } })).rejects.toThrow();
    expect((await call("GET", "/v1/account", { key: creator.key })).body.acting_for).toBeNull();
  });

  test("needs a session and a verified email, and a free handle", async () => {
    const someone = await person();
    const body = { name: "Acme", handle: handle() };
    expect(answer(await call("POST", "/v1/organizations", { key: someone.key, body }))).toBe("403 session_required");
    const visitor = await signedIn(someone);
    expect(answer(await visitor.api("POST", "/v1/organizations", { body }))).toBe("403 organization_refused");
    const other = await organization();
    const taken = await other.owner.visitor.api("POST", "/v1/organizations", {
      body: { name: "A", handle: other.handle },
    });
    expect([taken.status, taken.body.error.param]).toEqual([400, "handle"]);
    const reserved = await other.owner.visitor.api("POST", "/v1/organizations", {
      body: { name: "A", handle: "support" },
    });
    expect([reserved.status, reserved.body.error.param]).toEqual([400, "handle"]);
  });

  test("stops at the operator's limit, also for ten at the same time", async () => {
    await prisma().siteSettings.create({ data: { settings: { organizations_per_person: 2 } } });
    const { visitor } = await verified();
    const tries = Array.from({ length: 10 }, () =>
      visitor.api("POST", "/v1/organizations", { body: { name: "Acme", handle: handle() } }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    await prisma().siteSettings.deleteMany();
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(statuses.filter((status) => status === 403)).toHaveLength(8);
  });
});

describe("acting for an organization", () => {
  test("a browser reads and pays from its wallet, by handle or id, and the account says both", async () => {
    const acme = await organization();
    await fund(acme, 7);
    const { visitor, person: owner } = acme.owner;
    const balances = await Promise.all([
      visitor.api("GET", "/v1/balance"),
      visitor.api("GET", "/v1/balance", { headers: actingFor(acme) }),
      visitor.api("GET", "/v1/balance", { headers: { "acting-for": acme.id } }),
    ]);
    expect(balances.map(({ body }) => body.balance)).toEqual([0, 7, 7]);
    const { body } = await visitor.api("GET", "/v1/account", { headers: actingFor(acme) });
    expect(body).toMatchObject({
      id: owner.id,
      email: owner.email,
      acting_for: { id: acme.id, handle: acme.handle, role: "owner" },
    });
  });

  test("a page's cookie decides what is read, and a change that doesn't say for whom is refused", async () => {
    const acme = await organization();
    await fund(acme, 3);
    const { visitor } = acme.owner;
    visitor.cookies.set("acting_for", acme.id);
    expect((await visitor.api("GET", "/v1/balance")).body.balance).toBe(3);
    expect(answer(await visitor.api("POST", "/v1/keys", { body: {} }))).toBe("409 wrong_account");
    expect(answer(await visitor.api("POST", "/v1/keys", { headers: actingFor(acme), body: {} }))).toBe(200);
    const own = { "acting-for": acme.owner.person.id };
    expect(answer(await visitor.api("POST", "/v1/keys", { headers: own, body: {} }))).toBe(200);
    const { rows } = await pool().query("SELECT account_id, person_id FROM api_key WHERE person_id = $1", [
      acme.owner.person.id,
    ]);
    expect(rows).toEqual([{ account_id: acme.id, person_id: acme.owner.person.id }]);
  });

  test("a former member's page is refused by name, and shows the person again", async () => {
    const acme = await organization();
    const guest = await member(acme, "member");
    guest.visitor.cookies.set("acting_for", acme.handle);
    expect((await guest.visitor.api("GET", "/v1/account")).body.acting_for).toMatchObject({ role: "member" });
    const path = `/v1/organizations/${acme.handle}/members/${guest.person.id}`;
    expect((await acme.owner.visitor.api("DELETE", path)).status).toBe(200);
    expect((await guest.visitor.api("GET", "/v1/account")).body.acting_for).toBeNull();
    const late = await guest.visitor.api("POST", "/v1/keys", { headers: actingFor(acme), body: {} });
    expect([answer(late), late.body.error.message]).toEqual([
      "409 wrong_account",
      expect.stringContaining(acme.handle),
    ]);
  });

  test("a key acts for the account that it belongs to, and for no other", async () => {
    const acme = await organization();
    const { key } = await keyOf(acme, acme.owner);
    expect((await call("GET", "/v1/account", { key })).body.acting_for).toMatchObject({ id: acme.id });
    expect(answer(await call("GET", "/v1/balance", { key, headers: { "acting-for": acme.handle } }))).toBe(200);
    const own = acme.owner.person.key;
    expect(answer(await call("GET", "/v1/balance", { key: own, headers: actingFor(acme) }))).toBe("409 wrong_account");
    expect(answer(await call("GET", `/v1/organizations/${acme.handle}`, { key: own }))).toBe("404 not_found");
    expect((await call("GET", `/v1/organizations/${acme.handle}`, { key })).body).toMatchObject({
      handle: acme.handle,
    });
  });

  test("what is about a person is refused: an organization has no email, password or sessions", async () => {
    const acme = await organization();
    const { visitor } = acme.owner;
    const headers = actingFor(acme);
    for (const [method, path] of [
      ["GET", "/v1/account/sessions"],
      ["PATCH", "/v1/account"],
      ["DELETE", "/v1/account"],
    ] as const)
      expect(answer(await visitor.api(method, path, { headers, body: method === "GET" ? undefined : {} }))).toBe(
        "403 not_for_organizations",
      );
    const key = await visitor.api("POST", "/v1/keys", { headers, body: { scopes: ["admin"] } });
    expect([key.status, key.body.error.param]).toEqual([400, "scopes"]);
  });

  test("its skill is its own, and what it sells is sold under its name", async () => {
    const acme = await organization(undefined, "Acme Tools");
    const { key, id: keyId } = await keyOf(acme, acme.owner);
    const { slug } = await liveSkill({ ...acme.owner.person, id: acme.id, key, keyId });
    expect((await call("GET", `/v1/skills/${slug}`, { key })).body).toMatchObject({
      developer: { name: "Acme Tools" },
    });
  });
});

describe("a key of a member", () => {
  test("is worth the lesser of its scopes and its maker's present role, from the next request on", async () => {
    const acme = await organization();
    await fund(acme, 5);
    const seller = await person();
    const { slug } = await liveSkill(seller);
    const dev = await member(acme, "developer");
    const { key } = await keyOf(acme, dev);
    const execute = () => run(key, slug);
    expect((await execute()).status).toBe(200);
    await join(acme, dev.person.id, "viewer");
    expect(answer(await execute())).toBe("403 role_required");
    expect(answer(await call("GET", "/v1/balance", { key }))).toBe(200);
    await join(acme, dev.person.id, "member");
    expect((await execute()).status).toBe(200);
  });

  test("ends with its member, and no charge follows the removal, at any moment of it", async () => {
    const acme = await organization();
    await fund(acme, 500);
    const { slug } = await liveSkill(await person());
    for (let round = 0; round < 5; round++) {
      const guest = await member(acme, "member");
      const { key } = await keyOf(acme, guest);
      const removed = acme.owner.visitor.api("DELETE", `/v1/organizations/${acme.handle}/members/${guest.person.id}`);
      const runs = Array.from({ length: 20 }, () => run(key, slug));
      await Promise.all([removed, ...runs]);
      const before = (await acme.owner.visitor.api("GET", "/v1/balance", { headers: actingFor(acme) })).body.balance;
      expect(answer(await run(key, slug))).toBe("401 unauthorized");
      const after = (await acme.owner.visitor.api("GET", "/v1/balance", { headers: actingFor(acme) })).body.balance;
      expect(after).toBe(before);
    }
  });

  test("is seen and changed by its maker and by owners; no one learns another's secret", async () => {
    const acme = await organization();
    const [one, two] = [await member(acme, "member"), await member(acme, "developer")];
    const made = await keyOf(acme, one, { name: "ci" });
    const seen = async (who: typeof one) =>
      (await who.visitor.api("GET", "/v1/keys", { headers: actingFor(acme) })).body.data.map(({ id }) => id);
    expect(await seen(one)).toEqual([made.id]);
    expect(await seen(two)).toEqual([]);
    expect(await seen(acme.owner)).toEqual([made.id]);
    const act = (who: typeof one, method: string, path: string) =>
      who.visitor.api(method, path, {
        headers: actingFor(acme),
        ...(method === "PATCH" && { body: { active: false } }),
      });
    expect(answer(await act(two, "PATCH", `/v1/keys/${made.id}`))).toBe("404 not_found");
    expect(answer(await act(acme.owner, "POST", `/v1/keys/${made.id}/rotation`))).toBe("404 not_found");
    expect(answer(await act(acme.owner, "PATCH", `/v1/keys/${made.id}`))).toBe(200);
    expect(answer(await act(one, "DELETE", `/v1/keys/${made.id}`))).toBe(200);
  });

  test("has no more scopes than its maker's role", async () => {
    const acme = await organization();
    const guest = await member(acme, "member");
    const { body } = await guest.visitor.api("POST", "/v1/keys", { headers: actingFor(acme), body: {} });
    expect((body as unknown as { key: { scopes: string[] } }).key.scopes).toEqual(["read", "purchase", "execute"]);
    const more = await guest.visitor.api("POST", "/v1/keys", {
      headers: actingFor(acme),
      body: { scopes: ["publish"] },
    });
    expect([more.status, more.body.error.param]).toEqual([400, "scopes"]);
  });
});
