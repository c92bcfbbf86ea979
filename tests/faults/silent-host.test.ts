import { afterAll, beforeAll, expect, test } from "vitest";
import { pool } from "@/lib/platform/core/db";
import { available, byStatus, expectSound, personWith, run } from "@/tests/support/money";
import { liveSkill, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

test("calls on a wallet that a silent host has locked are 429 and uncharged; the wallet works again within seconds", {
  timeout: 120_000,
}, async () => {
  const { slug } = await liveSkill(await person());
  const buyer = await personWith(10);
  const silent = await pool().connect();
  const isGone = new Promise((resolve) => silent.on("error", resolve));
  await silent.query("BEGIN");
  await silent.query("SELECT 1 FROM wallet WHERE account_id = $1 FOR UPDATE", [buyer.id]);
  const answers = await Promise.all(Array.from({ length: 5 }, () => run(buyer.key, slug)));
  expect(byStatus(answers)).toEqual({ 429: 5 });
  for (const { body, headers } of answers)
    expect([body.error.code, headers.get("retry-after")]).toEqual(["too_many_in_flight", "1"]);
  await isGone;
  silent.release(true);
  expect(upstream.received).toHaveLength(0);
  expect(await available(buyer)).toBe(10);
  expect((await run(buyer.key, slug)).status).toBe(200);
  expect(await available(buyer)).toBe(9.5);
  await expectSound();
});
