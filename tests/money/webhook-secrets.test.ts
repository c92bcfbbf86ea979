import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { call } from "@/tests/support/api";
import { sendEvent, startProcessor } from "@/tests/support/payments";
import { askToConnect } from "@/tests/support/payouts";
import { person } from "@/tests/support/people";

vi.hoisted(() => {
  process.env.STRIPE_CONNECT_WEBHOOK_SECRET = "whsec_connect";
});

let processor: Awaited<ReturnType<typeof startProcessor>>;
beforeAll(async () => {
  processor = await startProcessor();
});
afterAll(() => processor.close());

test("events of developers' accounts come under a secret of their own, our own events under theirs, others under none", async () => {
  const developer = await person();
  const state = async () => (await call("GET", "/v1/developer/payouts/account", { key: developer.key })).body.state;
  await askToConnect(developer, {});
  const account = processor.sandbox.books.accounts.at(-1);
  if (!account) throw new Error("the account was not made");
  processor.sandbox.connect.actOnAccount(account, "finish");
  const event = processor.sandbox.books.events.at(-1) ?? {};
  const refused = await sendEvent(event, { secret: "whsec_other" });
  expect([refused.status, refused.body.error.code, await state()]).toEqual([400, "invalid_signature", "incomplete"]);
  expect((await sendEvent(event, { secret: "whsec_connect", shiftSeconds: 400 })).status).toBe(400);
  expect([(await sendEvent(event, { secret: "whsec_connect" })).status, await state()]).toEqual([200, "ready"]);
  expect((await sendEvent(event)).status).toBe(200);
});
