import { afterAll, beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/platform/core/db";
import { available, personWith, run } from "@/tests/support/money";
import { liveSkill, person } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

/** Lets the database fail a change of holds as it does when its disk is full, until it is lifted. */
async function fillDisk(): Promise<() => Promise<unknown>> {
  await pool().query(`CREATE OR REPLACE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER disk_full BEFORE UPDATE ON hold FOR EACH ROW EXECUTE FUNCTION disk_full()`);
  return () => pool().query("DROP TRIGGER disk_full ON hold");
}

test("a disk that is full while calls end blocks no caller: its places are free again within seconds of the room", async () => {
  const developer = await person();
  const [working, failing] = [
    await liveSkill(developer),
    await liveSkill(developer, { api_endpoint: upstreamUrl("5xx") }),
  ];
  const buyer = await personWith(100);
  const heal = await fillDisk();
  // As many as a caller may have in flight: half of them succeed at their endpoint, half fail.
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => run(buyer.key, (i % 2 ? working : failing).slug)),
  );
  expect(answers.every(({ status }) => status >= 500)).toBe(true);
  expect((await run(buyer.key, working.slug)).body.error.code).toBe("too_many_in_flight");
  await heal();
  await expect.poll(async () => (await run(buyer.key, working.slug)).status, { interval: 100 }).toBe(200);
  await expect.poll(() => available(buyer)).toBe(99.5);
});
