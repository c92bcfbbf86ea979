import { beforeAll, describe, expect, test } from "vitest";
import { read } from "@/lib/supply/advisories/feed";
import { advise, change, FOUND, FREE, fetchIt, notices, suspend, yank } from "@/tests/support/advisories";
import { call } from "@/tests/support/api";
import { keyOf, organization } from "@/tests/support/organizations";
import { liveDownload } from "@/tests/support/packages";
import { administrator, type Person, person, skillFields } from "@/tests/support/people";
import { signedIn } from "@/tests/support/visitor";

let admin: Person;
let seller: Person;
beforeAll(async () => {
  [admin, seller] = await Promise.all([administrator(), person()]);
});
const about = async (slug: string) => (await read({ cursor: null, skills: slug })).advisories;

test("an advisory says in the mail, the feed and the webhook whether the seller or the marketplace wrote it", async () => {
  const skill = await liveDownload(seller, FREE);
  const holder = await person();
  await fetchIt(holder, skill.slug);
  await advise(seller, skill.id);
  await advise(admin, skill.id, {}, "admin");
  expect((await notices(holder)).map(({ text }) => text)).toEqual([
    expect.stringContaining("written by the marketplace"),
    expect.stringContaining("written by the seller"),
  ]);
  expect((await about(skill.slug)).map(({ database_specific: { by } }) => by)).toEqual(["seller", "marketplace"]);
});

describe("no email is sent for", () => {
  test("an advisory by the seller of a suspended skill", async () => {
    const skill = await liveDownload(seller, FREE);
    const holder = await person();
    await fetchIt(holder, skill.slug);
    const { body } = await advise(seller, skill.id);
    await suspend(admin, skill.id, true);
    const before = (await notices(holder)).length;
    const refused = [
      await advise(seller, skill.id, { summary: "Install our other skill" }),
      await yank(seller, skill.id),
      await change(seller, skill.id, String(body.id), { action: "Install our other skill." }),
    ];
    expect(refused.map(({ status, body: { error } }) => [status, error?.code])).toEqual(
      refused.map(() => [403, "forbidden"]),
    );
    expect((await advise(admin, skill.id, {}, "admin")).status).toBe(200);
    expect(await notices(holder)).toHaveLength(before + 1);
  });

  test("a change of nothing that matters to a holder", async () => {
    const skill = await liveDownload(seller, FREE);
    const holder = await person();
    await fetchIt(holder, skill.slug);
    const { body: made } = await advise(seller, skill.id);
    const { next_cursor: cursor } = await read({ cursor: null, skills: skill.slug });
    for (const same of [{}, { severity: "high", action: FOUND.action, fixed_in: null }]) {
      const { status, body } = await change(seller, skill.id, String(made.id), same);
      expect([status, body]).toEqual([200, made]);
    }
    expect((await read({ cursor, skills: skill.slug })).advisories).toEqual([]);
    await change(seller, skill.id, String(made.id), { summary: "Reads SSH keys on macOS" });
    expect((await about(skill.slug))[0]).toMatchObject({ summary: "Reads SSH keys on macOS" });
    expect(await notices(holder)).toHaveLength(1);
    await change(seller, skill.id, String(made.id), { severity: "critical" });
    expect(await notices(holder)).toHaveLength(2);
  });

  test("a retry with the same Idempotency-Key", async () => {
    const skill = await liveDownload(seller, FREE);
    const holder = await person();
    await fetchIt(holder, skill.slug);
    const path = `/v1/developer/skills/${skill.id}`;
    const yanking = { version: "1.0.0", reason: "Deletes files." };
    for (const [where, key, body] of [
      [`${path}/advisories`, seller.key, FOUND],
      [`${path.replace("developer", "admin")}/advisories`, admin.key, FOUND],
      [`${path}/yanks`, seller.key, yanking],
    ] as const) {
      const headers = { "idempotency-key": where };
      const [first, second] = [
        await call("POST", where, { key, headers, body }),
        await call("POST", where, { key, headers, body }),
      ];
      expect([second.status, second.headers.get("idempotency-replayed"), second.body.id]).toEqual([
        200,
        "true",
        first.body.id,
      ]);
    }
    expect(await notices(holder)).toHaveLength(3);
  });

  test("an advisory about a private skill", async () => {
    const acme = await organization();
    const { key } = await keyOf(acme, acme.owner);
    const own = { ...seller, key };
    const {
      pricing_type: _,
      price_per_call: __,
      ...fields
    } = skillFields({ visibility: "organization", submit: true });
    const made = await call("POST", "/v1/developer/skills", { key, body: fields });
    expect([made.status, made.body.status]).toEqual([200, "approved"]);
    for (const refused of [await advise(own, made.body.id), await yank(own, made.body.id)])
      expect([refused.status, refused.body.error.param]).toEqual([400, "id"]);
  });
});

test("a recall reaches holders of a skill whose seller closed the account, and names no unreviewed draft", async () => {
  const owner = await person();
  const skill = await liveDownload(owner, FREE);
  const holder = await person();
  await fetchIt(holder, skill.slug);
  const draft = { name: "Unreviewed name", submit: false };
  await call("PATCH", `/v1/developer/skills/${skill.id}`, { key: owner.key, body: draft });
  const closed = await (await signedIn(owner)).api("DELETE", "/v1/account", {
    body: { password: "a long password" },
  });
  expect(closed.status).toBe(200);
  expect((await advise(admin, skill.id, {}, "admin")).status).toBe(200);
  expect((await suspend(admin, skill.id, true)).status).toBe(200);
  const titles = (await notices(holder)).map(({ title }) => title);
  expect(titles).toEqual([
    expect.stringContaining("Text statistics was recalled as malware"),
    "Security advisory for Text statistics",
  ]);
  expect((await about(skill.slug)).map(({ database_specific: { kind } }) => kind)).toEqual([
    "vulnerability",
    "malware",
  ]);
});
