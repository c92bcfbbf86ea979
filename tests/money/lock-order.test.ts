import { afterEach, expect, test } from "vitest";
import * as counters from "@/lib/catalog/counters/service";
import * as listings from "@/lib/catalog/listing/service";
import { query, transaction } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { call } from "@/tests/support/api";
import { allFigures } from "@/tests/support/folds";
import { available, expectSound, personWith, run, subscription } from "@/tests/support/money";
import {
  administrator,
  approve,
  draftSkill,
  type Person,
  person,
  type TestSkill,
} from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

afterEach(expectSound);

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

/** Waits until a statement waits for a lock. */
async function someoneWaits(): Promise<void> {
  const waiting = () =>
    query(
      "test.waiting",
      "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      [],
    );
  await expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBe(1);
}

test("a developer is suspended while a transaction buys several of their skills", async () => {
  const developer = await person();
  const [low, high] = await crossed(developer, subscription());
  const [first, second, admin] = [await personWith(10), await personWith(10), await administrator()];
  const suspended = await transaction(async (db) => {
    const buy = ({ slug }: TestSkill, { id }: Person) =>
      query(
        "test.buy",
        "SELECT outcome FROM purchase_buy($1, $2, $3, $4, NULL, NULL, true, 1500)",
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

const WRITERS: [string, (owner: Person) => Promise<unknown>][] = [
  ["developer's new name", ({ id }) => transaction((db) => listings.renameDeveloper(db, id, "New name"))],
  ["count of calls", () => counters.foldCounters()],
];

test.each(WRITERS)("the %s reaches listings in the order in which they are removed", async (_, write) => {
  const upstream = await startUpstream();
  const [developer, buyer] = [await person(), await personWith(10)];
  const [low, high] = await crossed(developer);
  for (const { slug } of [low, high]) expect((await run(buyer.key, slug)).status).toBe(200);
  await allFigures();
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
