import { afterAll, beforeAll, expect, test } from "vitest";
import { deliverDue } from "@/lib/interfaces/webhooks/deliveries";
import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { person } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";
import { deliveriesOf, webhook } from "@/tests/support/webhooks";

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream({ hook: (_, response) => response.writeHead(200).end() });
});
afterAll(() => upstream.close());

const emit = (accountId: string, times: number) =>
  query("test.emit", "SELECT webhook_emit($1, 'webhook.test', '{}') FROM generate_series(1, $2)", [accountId, times]);
const sentTo = (path: string) => upstream.received.filter((received) => received.path === path).length;
async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20));
}

test("ten endpoints that never answer hold a share of the slots: deliveries of others arrive meanwhile", async () => {
  const [greedy, honest] = [await person(), await person()];
  for (let index = 0; index < 10; index++) await webhook(greedy, { url: upstreamUrl("hang") });
  const { id } = await webhook(honest);
  await emit(greedy.id, 60);
  const run = deliverDue();
  await until(() => sentTo("/hang") > 0);
  for (let turn = 1; turn <= 3; turn++) {
    await emit(honest.id, 1);
    await until(() => sentTo("/hook") === turn);
  }
  expect(sentTo("/hang")).toBe(8);
  await until(async () => (await deliveriesOf(honest, id, "?state=delivered")).length === 3);
  // The run ends though the share is still taken, and another run adds nothing to it.
  await run;
  await deliverDue();
  expect(sentTo("/hang")).toBeLessThanOrEqual(16);
  upstream.received.length = 0;
});

test("one endpoint that never answers leaves slots for the others of its account", async () => {
  const someone = await person();
  await webhook(someone, { url: upstreamUrl("hang") });
  await emit(someone.id, 20);
  await webhook(someone);
  const run = deliverDue();
  await until(() => sentTo("/hang") > 0);
  await emit(someone.id, 3);
  await until(() => sentTo("/hook") === 3);
  await run;
});

test("at most 2,000 deliveries of an account wait; what comes after is logged, and can be replayed", async () => {
  const someone = await person();
  const { id } = await webhook(someone);
  await emit(someone.id, 2_000);
  await emit(someone.id, 1);
  const [newest] = await deliveriesOf(someone, id);
  expect(newest).toMatchObject({ state: "failed", attempts: 0, error: expect.stringContaining("2,000") });
  const { total } = (await call("GET", `/v1/webhooks/${id}/deliveries?state=pending&limit=1`, { key: someone.key }))
    .body;
  expect(total).toBe(2_000);
  const replayed = await call("POST", `/v1/webhooks/${id}/deliveries/${newest?.id}/replay`, {
    key: someone.key,
  });
  expect(replayed.body).toMatchObject({ state: "pending" });
});
