import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { query } from "@/lib/platform/core/db";
import { failWrites } from "@/tests/support/fail-writes";
import { available, byStatus, personWith, run } from "@/tests/support/money";
import { liveSkill, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

const CROWD = 12;

const translator = await vi.hoisted(async () =>
  (await import("@/tests/support/localized-errors-proxy")).startLocalizedErrorsProxy(),
);
let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(async () => {
  await upstream.close();
  translator.close();
});

test("one that fails in a database that speaks another language does not fail its neighbours", async () => {
  await expect(query("test.wrong", "SELECT 1 / 0", [])).rejects.toMatchObject({ severity: "CHYBA" });
  const { slug } = await liveSkill(await person());
  const crowd = await Promise.all(Array.from({ length: CROWD }, () => personWith(10)));
  const cursed = crowd[3];
  const end = await failWrites("hold", `NEW.account_id = '${cursed?.id}'`);
  const before = translator.said();
  const answers = await Promise.all(crowd.map(({ key }) => run(key, slug)));
  await end();
  expect(translator.said()).toBeGreaterThan(before);
  expect([byStatus(answers), answers[3]?.status]).toEqual([{ 200: CROWD - 1, 500: 1 }, 500]);
  for (const someone of crowd) expect(await available(someone)).toBe(someone === cursed ? 10 : 9.5);
});
