import { expect, test } from "vitest";
import { prisma, query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { approve, draftSkill, liveSkill, person } from "@/tests/support/people";

const clockOf = async (key: string) => (await call("GET", "/v1/review-clock", { key })).body;
const placeOf = (key: string, id: string) => call("GET", `/v1/developer/skills/${id}/review`, { key });

test("the clock has the median and nine tenths of the last 30 days' decisions, and what waits", async () => {
  const seller = await person();
  expect(await clockOf(seller.key)).toMatchObject({ decided: 0, median_seconds: null, p90_seconds: null, waiting: 0 });
  const hours = [1, 2, 3, 4, 100];
  for (const waited of hours) {
    const { id } = await liveSkill(seller);
    await query(
      "test.wait",
      `UPDATE skill_revision SET submitted_at = reviewed_at - make_interval(hours => $2) WHERE skill_id = $1`,
      [id, waited],
    );
  }
  const old = await liveSkill(seller);
  const long = new Date(Date.now() - 40 * 86_400_000);
  await prisma().skillRevision.updateMany({
    where: { skillId: old.id },
    data: { submittedAt: new Date(0), reviewedAt: long },
  });
  const clock = await clockOf(seller.key);
  expect(clock).toMatchObject({ days: 30, decided: 5, waiting: 0, target_seconds: 48 * 3600 });
  expect(Number(clock.median_seconds)).toBeCloseTo(3 * 3600, 0);
  expect(Number(clock.p90_seconds)).toBeCloseTo((4 + 0.6 * 96) * 3600, 0);
});

test("a submission knows its place, which moves with each decision before it; others don't see it", async () => {
  const seller = await person();
  const skills: { id: string }[] = [];
  for (const _ of [1, 2, 3]) skills.push(await draftSkill(seller, { submit: true }));
  const places = async () => Promise.all(skills.map(async ({ id }) => (await placeOf(seller.key, id)).body.place));
  expect(await places()).toEqual([1, 2, 3]);
  await approve(skills[0]?.id ?? "");
  expect(await places()).toEqual([null, 1, 2]);
  const { status, body } = await placeOf(seller.key, skills[2]?.id ?? "");
  expect([status, body.clock]).toEqual([200, expect.objectContaining({ waiting: 2 })]);
  expect((await placeOf((await person()).key, skills[2]?.id ?? "")).status).toBe(404);
  const draft = await draftSkill(seller);
  expect((await placeOf(seller.key, draft.id)).body).toMatchObject({ place: null, submitted_at: null });
});
