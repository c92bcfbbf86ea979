import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { callApi } from "@/lib/interfaces/client/api";
import { createIntent, oneAtATime, spendingOptions } from "@/lib/interfaces/client/spending";

type Input = { amount: number };
/** What the server does with a request: answers with this status and error code, or loses the answer. */
type Reply = "lost" | { status: number; code: string };

let server: Server;
const realFetch = globalThis.fetch;
/** The keys of the requests that arrived, and how the next ones are answered; after that they succeed. */
let keys: string[] = [];
let replies: Reply[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    keys.push(String(request.headers["idempotency-key"]));
    const reply = replies.shift();
    if (reply === "lost") return request.socket.destroy();
    const { status, code } = reply ?? { status: 200, code: "" };
    const error = { code, message: code, param: null, details: {}, request_id: "req_1" };
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(reply ? { error } : { ok: true }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Pages ask the origin that they come from.
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => realFetch(origin + path, init));
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.close();
});
beforeEach(() => {
  keys = [];
  replies = [];
});

/** The mutation of a form that spends. Answers what failed, or null. */
function spender(isKeyed = true) {
  const client = new QueryClient({ defaultOptions: { mutations: { retryDelay: 1 } } });
  const send = (body: Input, idempotencyKey: string) => callApi("POST /v1/credits/topup", { body, idempotencyKey });
  const observer = new MutationObserver(client, spendingOptions<Input, unknown>(createIntent(), { send, isKeyed }));
  return (amount: number) =>
    observer.mutate({ amount }).then(
      () => null,
      (fault: { code: string }) => fault.code,
    );
}
const distinct = () => new Set(keys).size;

describe("a write that spends", () => {
  test("is sent again under its key when its answer was lost", async () => {
    replies = ["lost", "lost"];
    expect(await spender()(5)).toBeNull();
    expect([keys.length, distinct()]).toEqual([3, 1]);
  });

  test("is sent three times at most, and goes on under its key when the person tries again", async () => {
    replies = ["lost", "lost", "lost"];
    const spend = spender();
    expect(await spend(5)).toBe("unreachable");
    expect(keys).toHaveLength(3);
    expect(await spend(5)).toBeNull();
    expect([keys.length, distinct()]).toEqual([4, 1]);
  });

  test("is not retried automatically where the path honors no key", async () => {
    replies = ["lost"];
    expect(await spender(false)(5)).toBe("unreachable");
    expect(keys).toHaveLength(1);
  });

  test("has a new key for another input, also while the outcome of the first is unknown", async () => {
    replies = ["lost", "lost", "lost"];
    const spend = spender();
    await spend(5);
    await spend(6);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
  });

  test("has a new key once it has succeeded", async () => {
    const spend = spender();
    await spend(5);
    await spend(5);
    expect(distinct()).toBe(2);
  });

  test("is another intent after an answer", async () => {
    replies = [{ status: 402, code: "insufficient_credits" }];
    const spend = spender();
    expect(await spend(5)).toBe("insufficient_credits");
    await spend(5);
    expect([keys.length, distinct()]).toEqual([2, 2]);
  });

  test("is sent again under its key while our database is away", async () => {
    replies = [{ status: 503, code: "unavailable" }];
    expect(await spender()(5)).toBeNull();
    expect([keys.length, distinct()]).toEqual([2, 1]);
  });

  test.each([
    ["processor_failed", 502],
    ["processor_timeout", 504],
  ])("waits for the person, and keeps its key, after %s", async (code, status) => {
    replies = [{ status, code }];
    const spend = spender();
    expect(await spend(5)).toBe(code);
    await spend(5);
    expect([keys.length, distinct()]).toEqual([2, 1]);
  });

  test.each([
    ["idempotency_in_progress", 409],
    ["internal_error", 500],
  ])("is sent again under its key after %s", async (code, status) => {
    replies = [{ status, code }];
    expect(await spender()(5)).toBeNull();
    expect([keys.length, distinct()]).toEqual([2, 1]);
  });
});

test("a write that is asked for while another runs is not made, and after a failure the next one is", async () => {
  const once = oneAtATime();
  let fail = (_: Error) => {};
  const done: string[] = [];
  const first = once(() => new Promise((_, reject) => (fail = reject)));
  await once(async () => done.push("second"));
  fail(new Error("refused"));
  await first;
  await once(async () => done.push("third"));
  expect(done).toEqual(["third"]);
});
