import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createSandbox } from "@/dev/sandbox/sandbox";

const folder = mkdtempSync(join(tmpdir(), "marketplace-sandbox-"));
const received: string[] = [];
let isDown = true;
let attempts = 0;
const webhooks = createServer((request, response) => {
  request.on("data", (chunk: Buffer) => !isDown && received.push(JSON.parse(String(chunk)).id));
  request.on("end", () => {
    attempts++;
    response.writeHead(isDown ? 503 : 200).end();
  });
});
await new Promise<void>((listening) => webhooks.listen(0, "127.0.0.1", listening));
afterAll(() => {
  webhooks.close();
  rmSync(folder, { recursive: true });
});

const start = () =>
  createSandbox({
    file: join(folder, "sandbox.json"),
    pageBase: "http://market.test",
    webhookUrl: `http://127.0.0.1:${(webhooks.address() as AddressInfo).port}/`,
    webhookSecret: "whsec_test",
  });

test("an event that a process did not deliver is delivered by the next one, and not again after that", async () => {
  const first = start();
  const session = first.checkout({
    amount: 500,
    currency: "usd",
    reference: null,
    email: null,
    description: null,
    metadata: {},
    paymentMetadata: {},
    successUrl: "http://market.test/",
    tax: 0,
    cancelUrl: "http://market.test/",
  });
  expect(first.act(session, "pay")).toBe(true);
  const ids = first.books.events.map(({ id }) => id);
  await expect.poll(() => attempts).toBeGreaterThanOrEqual(ids.length);
  first.close();
  isDown = false;
  const second = start();
  await expect.poll(() => received.toSorted()).toEqual(ids.toSorted());
  await expect.poll(() => second.books.events.map((event) => event.pending_webhooks)).toEqual(ids.map(() => 0));
  second.close();
  const third = start();
  expect(third.books.events.map((event) => event.pending_webhooks)).toEqual(ids.map(() => 0));
  third.close();
});
