import { get } from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { STALL_TIMEOUT_MS } from "@/host/stalled";
import { MAX_UNREAD_BYTES } from "@/lib/interfaces/http/unread";
import { draftSkill, type Person, person } from "@/tests/support/people";

const STALL_MS = 600;
const LARGE_BYTES = 64 * 1024 * 1024;

const host = createHost(() => {});
let port: number;
beforeAll(async () => {
  port = await listen(host, 0, "127.0.0.1");
});
afterAll(() => drain(host));

test("a connection that takes no bytes of its answer is dropped, and one that goes on taking them is not", async () => {
  expect(STALL_TIMEOUT_MS).toBe(30_000);
  const ended = Promise.withResolvers<void>();
  let isSlowEnded = false;
  const serving = createHost(
    ({ url }, response) => {
      response.once("close", () => {
        if (url === "/unread") ended.resolve();
        else isSlowEnded = true;
      });
      response.write(Buffer.alloc(LARGE_BYTES));
    },
    [],
    () => true,
    STALL_MS,
  );
  const servingPort = await listen(serving, 0, "127.0.0.1");
  const ask = (path: string, onPart: () => void) => {
    const asked = get({ host: "127.0.0.1", port: servingPort, path, agent: false }, (answer) => {
      answer.on("data", () => {
        answer.pause();
        onPart();
        setTimeout(() => answer.resume(), STALL_MS / 100);
      });
      if (path === "/unread") answer.pause();
    });
    asked.on("error", () => {});
    return asked;
  };
  let parts = 0;
  const [unread, slow] = [ask("/unread", () => {}), ask("/slow", () => parts++)];
  await ended.promise;
  await pause(STALL_MS * 2);
  expect([isSlowEnded, parts > 5]).toEqual([false, true]);
  for (const asked of [unread, slow]) asked.destroy();
  await drain(serving);
});

/** Sends so many requests for a skill on one connection, and reads no answer. */
function askWithoutReading({ key }: Person, skillId: string, count: number) {
  const socket = connect(port, "127.0.0.1").pause();
  const request = `GET /v1/developer/skills/${skillId} HTTP/1.1\r\nhost: market.test\r\nauthorization: Bearer ${key}\r\n\r\n`;
  socket.write(request.repeat(count));
  return socket;
}

test("an account with too many answers to read is refused until it reads them; others are served", async () => {
  const [greedy, other] = [await person(), await person()];
  const { id } = await draftSkill(greedy, { readme: "\u0001".repeat(60_000) });
  const keysOf = ({ key }: Person) =>
    fetch(`http://127.0.0.1:${port}/v1/keys`, { headers: { authorization: `Bearer ${key}` } });
  const answerBytes = 6 * 60_000;
  const socket = askWithoutReading(greedy, id, Math.ceil((2 * MAX_UNREAD_BYTES) / answerBytes));
  await expect.poll(async () => (await keysOf(greedy)).status).toBe(429);
  const refused = await keysOf(greedy);
  expect([(await refused.json()).error.code, refused.headers.get("retry-after")]).toEqual(["rate_limited", "1"]);
  expect((await keysOf(other)).status).toBe(200);
  socket.destroy();
  await expect.poll(async () => (await keysOf(greedy)).status).toBe(200);
});
