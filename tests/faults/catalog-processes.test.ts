import { afterAll, beforeAll, expect, test } from "vitest";
import { handleReady } from "@/host/readiness";
import { pool } from "@/lib/platform/core/db";
import * as catalog from "@/lib/supply/catalog/following";
import { fillListings } from "@/tests/bench/listings";
import { call } from "@/tests/support/api";
import { approve, draftSkill, liveSkill, type Person, person } from "@/tests/support/people";
import { type ApiProcess, bundleApiProcess, startApiProcess } from "@/tests/support/process";

const LISTINGS = 1_500;
const ROUNDS = process.env.TEST_FULL ? 200 : 25;

let bundle: string;
let processes: ApiProcess[];
let reader: Person;
let owner: Person;

beforeAll(async () => {
  [reader, owner] = await Promise.all([person(), person("Grace Hopper")]);
  await fillListings([{ name: "Ledger keeper", description: "Keeps a ledger." }], LISTINGS);
  bundle = await bundleApiProcess();
  processes = await Promise.all([1, 2, 3].map(() => startApiProcess(bundle)));
});
afterAll(() => Promise.all(processes.map(({ kill }) => kill())));

const ask = async ({ url }: ApiProcess, path: string) => {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${reader.key}` } });
  return { status: response.status, headers: response.headers, body: await response.json() };
};
const namesIn = (path: string) =>
  Promise.all(processes.map(async (one) => (await ask(one, path)).body.data.map(({ name }: { name: string }) => name)));
const inEach = <T>(value: T) => processes.map(() => value);

/** Changes a listing a millisecond until it is stopped. Returns how many were changed. */
function changeAll(): () => Promise<number> {
  let [isOver, count] = [false, 0];
  const writer = async () => {
    while (!isOver) {
      await pool().query(
        `UPDATE listing SET popularity = (random() * 10000)::int WHERE skill_id = (SELECT skill_id FROM listing
          ORDER BY md5(skill_id::text || $1) LIMIT 1) AND name LIKE 'Ledger keeper%'`,
        [count],
      );
      count++;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  const writers = [writer(), writer(), writer()];
  return async () => {
    isOver = true;
    await Promise.all(writers);
    return count;
  };
}

test("while listings change all the time, an approval and its end are seen at once in every process, and nothing is lost", async () => {
  const stop = changeAll();
  for (let round = 0; round < ROUNDS; round++) {
    const word = `zeppelin${round}`;
    const { id } = await liveSkill(owner, { name: `Flying ${word}` });
    expect(await namesIn(`/v1/skills?search=${word}`), word).toEqual(inEach([`Flying ${word}`]));
    expect((await call("POST", `/v1/developer/skills/${id}/unlist`, { key: owner.key })).status).toBe(200);
    expect(await namesIn(`/v1/skills?search=${word}`), word).toEqual(inEach([]));
  }
  expect(await stop()).toBeGreaterThan(ROUNDS);
  const { rows } = await pool().query<{ skill_id: string }>(
    "SELECT skill_id FROM listing ORDER BY popularity DESC, skill_id DESC LIMIT 100",
  );
  for (const one of processes) {
    const { body } = await ask(one, "/v1/skills?sort=popular&limit=100");
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(rows.map(({ skill_id }) => skill_id));
  }
});

test("a change whose transaction stays open is seen when it ends, however many others came before that", async () => {
  const { id } = await liveSkill(owner, { name: "Patient quokka" });
  const found = () => namesIn("/v1/skills?search=quokka");
  const client = await pool().connect();
  await client.query("BEGIN");
  await client.query("UPDATE listing SET name = 'Late quokka' WHERE skill_id = $1", [id]);
  for (let at = 0; at < 3; at++) await liveSkill(owner, { name: `Early wombat ${at}` });
  expect(await found()).toEqual(inEach(["Patient quokka"]));
  expect((await namesIn("/v1/skills?search=wombat")).map((names) => names.length)).toEqual(inEach(3));
  await client.query("COMMIT");
  client.release();
  expect(await found()).toEqual(inEach(["Late quokka"]));
});

test("a change that has its number already, and is not committed, is waited for by the next ones: neither is lost", async () => {
  const { id } = await liveSkill(owner, { name: "Numbered numbat" });
  const draft = await draftSkill(owner, { name: "Waiting numbat", submit: true });
  const client = await pool().connect();
  await client.query("BEGIN");
  await client.query("UPDATE listing SET name = 'Renamed numbat' WHERE skill_id = $1", [id]);
  await client.query("SET CONSTRAINTS ALL IMMEDIATE");
  const approved = approve(draft.id);
  expect(await namesIn("/v1/skills?search=numbat")).toEqual(inEach(["Numbered numbat"]));
  await client.query("COMMIT");
  client.release();
  await approved;
  expect((await namesIn("/v1/skills?search=numbat&sort=newest")).map((names) => names.toSorted())).toEqual(
    inEach(["Renamed numbat", "Waiting numbat"]),
  );
});

test("until it has been read, lists and searches are 503 with Retry-After, nothing else is, and no balancer sends requests", async () => {
  const client = await pool().connect();
  await client.query("BEGIN");
  // On a busy machine this waits longer than a transaction may.
  await client.query("SET LOCAL idle_in_transaction_session_timeout = 0");
  await client.query("LOCK TABLE listing IN ACCESS EXCLUSIVE MODE");
  const fresh = await startApiProcess(bundle);
  void catalog.start();
  try {
    const paths = ["/v1/skills", "/v1/skills?search=ledger", "/v1/categories"];
    for (const { status, headers, body } of await Promise.all(paths.map((path) => ask(fresh, path))))
      expect([status, body.error.code, Number(headers.get("retry-after")) > 0]).toEqual([503, "unavailable", true]);
    expect((await ask(fresh, "/v1/balance")).status).toBe(200);
    const ready = await handleReady();
    expect([ready.status, await ready.json()]).toEqual([503, { status: "reading_catalog" }]);
    await client.query("COMMIT");
    await expect.poll(async () => (await ask(fresh, "/v1/skills?search=ledger")).status).toBe(200);
    await expect.poll(async () => (await handleReady()).status).toBe(200);
  } finally {
    client.release();
    await fresh.kill();
  }
});

test("after a promotion that lost changes, the catalog is read anew, since its generation may have come again", async () => {
  const { id } = await liveSkill(owner, { name: "Lost dodo" });
  const found = async (word: string) => {
    const { body } = await call("GET", `/v1/skills?search=${word}`, { key: reader.key });
    return body.data.map(({ name }: Record<string, unknown>) => name);
  };
  expect(await found("dodo")).toEqual(["Lost dodo"]);
  const client = await pool().connect();
  // The other server gave the same number to another change.
  await client.query("SET session_replication_role = replica");
  await client.query("UPDATE listing SET name = 'Other moa' WHERE skill_id = $1", [id]);
  await client.query("RESET session_replication_role");
  client.release();
  expect(await found("moa")).toEqual([]);
  await catalog.readAnew();
  expect([await found("moa"), await found("dodo")]).toEqual([["Other moa"], []]);
});
