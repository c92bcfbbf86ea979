import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { call } from "@/tests/support/api";
import { byStatus, personWith, run } from "@/tests/support/money";
import { liveDownload } from "@/tests/support/packages";
import { liveSkill, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const AT_ONCE = 8;
const atOnce = (ask: () => ReturnType<typeof call>) => Promise.all(Array.from({ length: AT_ONCE }, ask));

test("requests at once for the last key of an account make one", async () => {
  const { id, key } = await person();
  await prisma().apiKey.createMany({
    data: Array.from({ length: 98 }, () => ({
      id: newId(),
      accountId: id,
      prefix: "skm_test",
      hash: new Uint8Array(randomBytes(32)),
      scopes: ["read"],
    })),
  });
  const answers = await atOnce(() => call("POST", "/v1/keys", { key, body: { name: "last" } }));
  expect(byStatus(answers)).toEqual({ 200: 1, 400: AT_ONCE - 1 });
  expect(await prisma().apiKey.count({ where: { accountId: id, revokedAt: null } })).toBe(100);
});

test("and for the last install link make one", async () => {
  const { slug } = await liveDownload(await person(), { price_per_call: 0 });
  const { id, key } = await person();
  await prisma().installLink.createMany({
    data: Array.from({ length: 49 }, () => ({
      id: newId(),
      hash: new Uint8Array(randomBytes(32)),
      accountId: id,
      slug,
      expiresAt: new Date(Date.now() + 3_600_000),
    })),
  });
  const answers = await atOnce(() => call("POST", `/v1/skills/${slug}/install-links`, { key }));
  expect(byStatus(answers)).toEqual({ 200: 1, 429: AT_ONCE - 1 });
  expect(await prisma().installLink.count({ where: { accountId: id } })).toBe(50);
});

test("an agent at its cap, or without a scope or skill, is told of the page where its user changes that", async () => {
  const { slug } = await liveSkill(await person());
  const buyer = await personWith(10);
  const keyOf = async (body: object) => String((await call("POST", "/v1/keys", { key: buyer.key, body })).body.api_key);
  const keys = [
    await keyOf({ credit_limit: 0.4, credit_limit_interval: "day" }),
    await keyOf({ scopes: ["read"] }),
    await keyOf({ skills: ["another-skill"] }),
  ];
  for (const key of keys) {
    const { body } = await run(key, slug);
    expect(body.error.details.manage_url).toBe(`${process.env.PUBLIC_URL ?? "http://market.test"}/keys`);
    expect(body.error.message).not.toContain("PATCH");
  }
});
