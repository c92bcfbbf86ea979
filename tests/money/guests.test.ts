import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { query } from "@/lib/core/db";
import { call, send } from "@/tests/support/api";
import { available, earned, expectSound, personWith, subscription } from "@/tests/support/money";
import { liveSkill, person, unique } from "@/tests/support/people";
import { startUpstream, upstreamUrl } from "@/tests/support/upstream";

// Settings are read once, so the facilitator's address is chosen before.
const PORT = await vi.hoisted(async () => {
  const { freePort } = await import("@/tests/support/free-port");
  const port = await freePort();
  process.env.X402_FACILITATOR_URL = `http://127.0.0.1:${port}`;
  process.env.X402_PAY_TO = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C";
  return port;
});

type Asked = { path: string; paymentPayload: Payment; paymentRequirements: { amount: string } };
type Payment = { accepted: Record<string, unknown>; payload: Record<string, unknown> };

/** A facilitator that settles each signature once, as a blockchain does; `answers` replaces what a path answers. */
const facilitator = {
  asked: [] as Asked[],
  settled: new Set<string>(),
  answers: {} as Record<string, unknown>,
};
let server: Server;
let upstream: Awaited<ReturnType<typeof startUpstream>>;
let isUpstreamDown = false;
beforeAll(async () => {
  upstream = await startUpstream({
    paid: ({ body }, response) =>
      response
        .writeHead(isUpstreamDown ? 503 : 200, { "content-type": "application/json" })
        .end(JSON.stringify({ echo: JSON.parse(body) })),
  });
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const path = (request.url ?? "").slice(1);
    const asked = { path, ...JSON.parse(Buffer.concat(parts).toString()) } as Asked;
    facilitator.asked.push(asked);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(facilitator.answers[path] ?? answerTo(asked)));
  }).listen(PORT, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  expect((server.address() as AddressInfo).port).toBe(PORT);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await upstream.close();
});
beforeEach(() => {
  isUpstreamDown = false;
  Object.assign(facilitator, { asked: [], settled: new Set(), answers: {} });
});
afterEach(expectSound);

function answerTo({ path, paymentPayload }: Asked) {
  const signature = String(paymentPayload.payload.signature);
  const isUsed = facilitator.settled.has(signature);
  if (path === "verify") return isUsed ? { isValid: false, invalidReason: "nonce_used" } : { isValid: true };
  facilitator.settled.add(signature);
  const network = "eip155:84532";
  return isUsed
    ? { success: false, errorReason: "nonce_used", transaction: "", network }
    : { success: true, transaction: `0x${signature}`, network, payer: "0xpayer" };
}

const decoded = (header: string | null) => JSON.parse(Buffer.from(header ?? "", "base64").toString());
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64");
const paidSkill = async (fields: object = {}) => {
  const developer = await person();
  const skill = await liveSkill(developer, { api_endpoint: upstreamUrl("paid"), ...fields });
  return { developer, path: `/v1/skills/${skill.slug}/execute`, skill };
};

async function ask(path: string, payment?: object, body: object = { text: "x" }) {
  const headers = payment && { "payment-signature": encoded(payment) };
  const response = await send("POST", path, { body, ...(headers && { headers }) });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** What a wallet makes of the requirements of a 402. */
async function paymentFor(path: string, change: Record<string, unknown> = {}) {
  const { headers } = await ask(path);
  const { resource, accepts } = decoded(headers.get("payment-required"));
  const payload = { signature: `${process.pid}${unique()}`, authorization: { from: "0xpayer" } };
  return { x402Version: 2, resource, accepted: { ...accepts[0], ...change }, payload };
}

const guestsHold = async () => {
  const [row] = await query<{ posted: string }>(
    "test.guests",
    "SELECT coalesce(sum(posted_micros), 0) AS posted FROM wallet WHERE account_id = guest_account()",
    [],
  );
  return Number(row?.posted);
};
const settles = () => facilitator.asked.filter(({ path }) => path === "settle").length;

describe("a call that is paid without an account", () => {
  test("a 402 names what has to be paid, in our form and in x402's; the paid call is answered with its receipt", async () => {
    const { developer, path, skill } = await paidSkill();
    const unpaid = await ask(path);
    expect(unpaid.status).toBe(402);
    expect(unpaid.body.error).toMatchObject({ code: "insufficient_credits", details: { required: 0.5 } });
    expect(decoded(unpaid.headers.get("payment-required"))).toMatchObject({
      x402Version: 2,
      resource: { url: `http://market.test${path}` },
      accepts: [
        { scheme: "exact", network: "eip155:84532", amount: "500000", payTo: process.env.X402_PAY_TO },
      ],
    });
    const payment = await paymentFor(path);
    const paid = await ask(path, payment);
    expect([paid.status, paid.body.result]).toEqual([200, { echo: { text: "x" } }]);
    expect(paid.body.balance).toEqual({ balance: 0, held: 0, available: 0, currency: "credits" });
    expect(paid.body.usage).toMatchObject({ skill: skill.slug, cost: 0.5, free: false });
    const receipt = decoded(paid.headers.get("payment-response"));
    expect(receipt).toMatchObject({ success: true, transaction: `0x${payment.payload.signature}` });
    expect(await earned(developer)).toBe(425_000n);
    expect([await guestsHold(), settles()]).toEqual([0, 1]);
  });

  test("a payment buys one call: a retry gets the same answer, another request is refused, and two at once run once", async () => {
    const { path } = await paidSkill();
    const payment = await paymentFor(path);
    const before = upstream.received.length;
    const atOnce = await Promise.all([ask(path, payment), ask(path, payment)]);
    expect(atOnce.map(({ status }) => status).toSorted()).toEqual(expect.arrayContaining([200]));
    const again = await ask(path, payment);
    const first = atOnce.find(({ status }) => status === 200);
    expect([again.status, again.body]).toEqual([200, first?.body]);
    expect(again.headers.get("payment-response")).toBe(first?.headers.get("payment-response"));
    const other = await ask(path, payment, { text: "another" });
    expect([other.status, other.body.error.code]).toEqual([400, "idempotency_key_reused"]);
    expect([upstream.received.length - before, settles(), await guestsHold()]).toEqual([1, 1, 0]);
  });

  test("a call that fails leaves the payment usable, and it is settled once", async () => {
    const { developer, path } = await paidSkill();
    const payment = await paymentFor(path);
    isUpstreamDown = true;
    expect((await ask(path, payment)).body.error.code).toBe("upstream_failed");
    expect([await guestsHold(), await earned(developer)]).toEqual([500_000, 0n]);
    isUpstreamDown = false;
    expect((await ask(path, payment)).status).toBe(200);
    expect([await guestsHold(), settles()]).toEqual([0, 1]);
  });

  test.each([
    ["another amount", { amount: "1" }, /its amount is not/],
    ["another receiver", { payTo: "0xsomebody" }, /its payTo is not/],
    ["another network", { network: "eip155:1" }, /its network is not/],
  ])("a payment of %s is a 402 and never reaches the facilitator", async (_, change, reason) => {
    const { path } = await paidSkill();
    const refused = await ask(path, await paymentFor(path, change));
    expect([refused.status, refused.body.error.message]).toEqual([402, expect.stringMatching(reason)]);
    expect(refused.headers.get("payment-required")).not.toBeNull();
    expect(facilitator.asked).toEqual([]);
  });

  test.each([
    ["verify", { isValid: false, invalidReason: "insufficient_funds" }, 402, "insufficient_credits"],
    ["settle", { success: false, errorReason: "expired", transaction: "" }, 402, "insufficient_credits"],
    ["verify", { unexpected: true }, 502, "processor_failed"],
  ])(
    "what the facilitator refuses to %s runs nothing and credits nothing",
    async (path, answer, status, code) => {
      const { path: address } = await paidSkill();
      const payment = await paymentFor(address);
      facilitator.answers = { [path]: answer };
      const before = upstream.received.length;
      const refused = await ask(address, payment);
      expect([refused.status, refused.body.error.code]).toEqual([status, code]);
      expect([upstream.received.length - before, await guestsHold()]).toEqual([0, 0]);
      facilitator.answers = {};
      expect((await ask(address, payment)).status).toBe(200);
    },
  );

  test("unreadable payments, invalid parameters, free skills and subscriptions take no money", async () => {
    const { path } = await paidSkill({
      api_schema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    });
    const payment = await paymentFor(path);
    const wrong = await ask(path, payment, { text: 1 });
    expect([wrong.status, wrong.body.error.param]).toEqual([400, "text"]);
    const broken = await ask(path, { x402Version: 1 });
    expect([broken.status, broken.body.error.param]).toEqual([400, "PAYMENT-SIGNATURE"]);
    const free = await paidSkill({ price_per_call: 0 });
    expect((await ask(free.path, payment)).status).toBe(401);
    const owned = await paidSkill(subscription());
    const refused = await ask(owned.path, payment);
    expect([refused.status, refused.body.error.code]).toEqual([402, "purchase_required"]);
    expect(refused.headers.get("payment-required")).toBeNull();
    expect(facilitator.asked).toEqual([]);
  });

  test("guests have no free calls, which every account has", async () => {
    const { path } = await paidSkill({ free_calls: 3 });
    expect((await ask(path)).status).toBe(402);
  });

  test("an account that is short is told of both ways to pay; its key goes on to pay with credits", async () => {
    const { path } = await paidSkill();
    const [poor, rich] = [await person(), await personWith(1)];
    const refused = await call("POST", path, { key: poor.key, body: { text: "x" } });
    expect(refused.status).toBe(402);
    expect(decoded(refused.headers.get("payment-required")).accepts).toHaveLength(1);
    expect((await call("POST", path, { key: rich.key, body: { text: "x" } })).status).toBe(200);
    expect(await available(rich)).toBe(0.5);
    expect((await call("POST", path, { key: "skm_wrong", body: {} })).status).toBe(401);
  });
});
