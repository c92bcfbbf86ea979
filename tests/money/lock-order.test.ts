import { expect, test } from "vitest";
import { query, transaction } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { notify } from "@/lib/platform/notifications/service";
import * as counters from "@/lib/supply/catalog/counters";
import * as listings from "@/lib/supply/catalog/listings";
import { call } from "@/tests/support/api";
import { available, personWith, run, subscription } from "@/tests/support/money";
import { administrator, approve, draftSkill, type Person, person, type TestSkill } from "@/tests/support/people";
import { rollUpAll } from "@/tests/support/rollups";
import { startUpstream } from "@/tests/support/upstream";
import { signedIn, type Visitor } from "@/tests/support/visitor";

/** Two listed skills in the order of their ids, of which the later one lies first in its table. */
async function crossed(owner: Person, fields?: object): Promise<[TestSkill, TestSkill]> {
  const drafts = [
    await draftSkill(owner, { submit: true, ...fields }),
    await draftSkill(owner, { submit: true, ...fields }),
  ];
  const [low, high] = drafts.sort((a, b) => (a.id < b.id ? -1 : 1));
  if (!low || !high) throw new Error("there are no two skills");
  await approve(high.id);
  await approve(low.id);
  return [low, high];
}

/** Closes the account of whoever is signed in. */
const close = (browser: Visitor) => browser.api("DELETE", "/v1/account", { body: { password: "a long password" } });

/** Waits until a statement waits for a lock. */
async function someoneWaits(): Promise<void> {
  const waiting = () =>
    query(
      "test.waiting",
      "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      [],
    );
  await expect.poll(async () => (await waiting()).length).toBe(1);
}

test("a developer is suspended while a transaction buys several of their skills", async () => {
  const developer = await person();
  const [low, high] = await crossed(developer, subscription());
  const [first, second, admin] = [await personWith(10), await personWith(10), await administrator()];
  const suspended = await transaction(async (db) => {
    const buy = ({ slug }: TestSkill, { id }: Person) =>
      query(
        "test.buy",
        "SELECT outcome FROM purchase_buy($1, $2, $3, $4, NULL, NULL, true, 1500, NULL)",
        [newId(), newId(), id, slug],
        db,
      );
    expect(await buy(low, first)).toEqual([{ outcome: "bought" }]);
    const answer = call("POST", `/v1/admin/accounts/${developer.id}/suspend`, {
      key: admin.key,
      body: { reason: "Serves malware." },
    });
    await someoneWaits();
    expect(await buy(high, second)).toEqual([{ outcome: "bought" }]);
    return { answer };
  });
  expect((await suspended.answer).status).toBe(200);
  for (const { slug } of [low, high])
    expect((await call("GET", `/v1/skills/${slug}`, { key: admin.key })).status).toBe(404);
  for (const buyer of [first, second]) expect(await available(buyer)).toBeGreaterThan(9.99);
});

test("a developer closes the account while a skill of theirs is being approved", async () => {
  const developer = await person();
  const [skill] = await crossed(developer);
  const browser = await signedIn(developer);
  const closed = await transaction(async (db) => {
    await query("test.skill", "SELECT 1 FROM skill WHERE id = $1 FOR UPDATE", [skill.id], db);
    const answer = close(browser);
    await someoneWaits();
    await listings.publish(db, skill.id);
    return { answer };
  });
  expect((await closed.answer).status).toBe(200);
});

test("a developer takes another name while a skill of theirs is being approved", async () => {
  const developer = await person();
  const [skill] = await crossed(developer);
  const browser = await signedIn(developer);
  const renamed = await transaction(async (db) => {
    await listings.publish(db, skill.id);
    const answer = browser.api("PATCH", "/v1/account", { body: { name: "Another name" } });
    await someoneWaits();
    await notify(db, developer.id, newId(), { kind: "low_balance", data: { balance: "1", threshold: "2" } });
    return { answer };
  });
  expect((await renamed.answer).status).toBe(200);
});

test("an administrator closes the account during a notification that moves their credits", async () => {
  const [admin] = await Promise.all([administrator(), administrator()]);
  const browser = await signedIn(admin);
  const closed = await transaction(async (db) => {
    await query("test.wallet", "SELECT 1 FROM wallet WHERE account_id = $1 FOR UPDATE", [admin.id], db);
    const answer = close(browser);
    await someoneWaits();
    await notify(db, admin.id, newId(), { kind: "low_balance", data: { balance: "1", threshold: "2" } });
    return { answer };
  });
  expect((await closed.answer).status).toBe(200);
});

const WRITERS: [string, (owner: Person) => Promise<unknown>][] = [
  ["developer's new name", ({ id }) => transaction((db) => listings.followDeveloper(db, id))],
  ["count of calls", () => counters.updateCounters()],
];

test.each(WRITERS)("the %s reaches listings in the order in which they are removed", async (_, write) => {
  const upstream = await startUpstream();
  const [developer, buyer] = [await person(), await personWith(10)];
  const [low, high] = await crossed(developer);
  for (const { slug } of [low, high]) expect((await run(buyer.key, slug)).status).toBe(200);
  await rollUpAll("analytics");
  await upstream.close();
  const writing = await transaction(async (db) => {
    const lock = ({ id }: TestSkill) =>
      query("test.lock", "SELECT 1 FROM listing WHERE skill_id = $1 FOR UPDATE", [id], db);
    await lock(low);
    const written = write(developer);
    await someoneWaits();
    await lock(high);
    return { written };
  });
  await writing.written;
});
