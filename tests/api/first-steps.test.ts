import { expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { progress } from "@/lib/supply/publishing/progress";
import * as clock from "@/lib/supply/review/clock";
import { call } from "@/tests/support/api";
import { administrator, approve, draftSkill, person } from "@/tests/support/people";

const of = ({ id }: { id: string }) => progress({ accountId: id });

test("a seller's progress follows the first draft, its submission and its approval, and nobody else's", async () => {
  const [seller, other] = [await person(), await person()];
  expect(await of(seller)).toEqual({ isMade: false, isSubmitted: false, isApproved: false });
  const { id } = await draftSkill(seller);
  expect(await of(seller)).toEqual({ isMade: true, isSubmitted: false, isApproved: false });
  await call("PATCH", `/v1/developer/skills/${id}`, { key: seller.key, body: { submit: true } });
  expect(await of(seller)).toEqual({ isMade: true, isSubmitted: true, isApproved: false });
  await approve(id);
  expect(await of(seller)).toEqual({ isMade: true, isSubmitted: true, isApproved: true });
  expect(await of(other)).toEqual({ isMade: false, isSubmitted: false, isApproved: false });
});

test("the waiting time of reviews comes from submissions that were decided, rejected ones too", async () => {
  await prisma().skillRevision.deleteMany();
  expect((await clock.read()).median_seconds).toBeNull();
  const [seller, { key }] = [await person(), await administrator()];
  const { id } = await draftSkill(seller, { submit: true });
  expect((await clock.read()).median_seconds).toBeNull();
  const body = { skill_id: id, action: "reject", reason: "The endpoint doesn't respond." };
  expect((await call("PATCH", "/v1/admin/skills", { key, body })).status).toBe(200);
  const waited = (await clock.read()).median_seconds;
  expect(waited).toBeGreaterThanOrEqual(0);
  expect(waited).toBeLessThan(600);
});
