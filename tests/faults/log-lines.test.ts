import { once } from "node:events";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { loggedAddress } from "@/lib/interfaces/http/address";
import { personWith } from "@/tests/support/money";
import { liveSkill, person } from "@/tests/support/people";
import { type ApiProcess, bundleApiProcess, startApiProcess } from "@/tests/support/process";
import { startUpstream } from "@/tests/support/upstream";

type Line = Record<string, unknown> & { msg: string; request_id?: string };
const printed: string[] = [];
const linesOf = (texts: string[]) => texts.map((text) => JSON.parse(text) as Line);
/** The lines that were logged for a request. */
const linesFor = (id: string | null) => linesOf(printed).filter(({ request_id }) => request_id === id);

let upstream: Awaited<ReturnType<typeof startUpstream>>;
let bundle: string;
let behindProxy: ApiProcess;
const settings = { LOG_LEVEL: "info", EXECUTION_ALLOW: process.env.EXECUTION_ALLOW ?? "" };
beforeAll(async () => {
  upstream = await startUpstream();
  bundle = await bundleApiProcess("logging-process");
  behindProxy = await startApiProcess(bundle, { ...settings, TRUSTED_PROXIES: "1" }, (line) => printed.push(line));
});
afterAll(async () => {
  await behindProxy.kill();
  await upstream.close();
});

const ask = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(behindProxy.url + path, init);
  await answer.text();
  return answer.headers.get("request-id");
};
const signIn = (email: string, password: string) =>
  ask("/api/auth/sign-in/email", {
    method: "POST",
    body: JSON.stringify({ email, password }),
    headers: {
      "content-type": "application/json",
      origin: "http://market.test",
      "x-forwarded-for": "203.0.113.9",
    },
  });

test("every line is JSON, also those of libraries, and carries its request id", async () => {
  const page = await ask("/some/page?token=secret-word");
  await expect.poll(() => linesFor(page).map(({ msg }) => msg)).toContain("page");
  const lines = linesFor(page);
  expect(lines.find(({ msg }) => msg.startsWith("printed"))).toMatchObject({
    msg: "printed by a page\nin two lines",
    source: "console",
  });
  expect(lines.find(({ msg }) => msg === "a library's complaint")).toMatchObject({ level: 50 });
  expect(lines.find(({ msg }) => msg === "page")).toMatchObject({ path: "/some/page", status: 200 });
  await expect.poll(() => printed.some((text) => text.includes("a warning of Node"))).toBe(true);
  linesOf(printed);
  expect(printed.join("")).not.toContain("secret-word");
});

test("right and wrong sign-ins are logged with the hash of their address, and without what was sent", async () => {
  const { email } = await person();
  const [wrong, right] = [await signIn(email, "wrong password"), await signIn(email, "a long password")];
  await expect.poll(() => [wrong, right].flatMap(linesFor).length).toBe(2);
  const client = loggedAddress("203.0.113.9");
  expect(linesFor(wrong)).toMatchObject([{ action: "sign-in/email", status: 401, code: "wrong_credentials", client }]);
  expect(linesFor(right)).toMatchObject([{ action: "sign-in/email", status: 200, code: "ok", client }]);
  for (const secret of [email, "wrong password", "a long password", "203.0.113.9"])
    expect(printed.join("")).not.toContain(secret);
});

test("the line of a call names the call that its developer was sent", async () => {
  const { slug } = await liveSkill(await person());
  const { key } = await personWith(10);
  const id = await ask(`/v1/skills/${slug}/execute`, {
    method: "POST",
    body: "{}",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
  });
  await expect.poll(() => linesFor(id).length).toBeGreaterThan(0);
  expect(linesFor(id).at(-1)).toMatchObject({
    path: `/v1/skills/${slug}/execute`,
    status: 200,
    call: upstream.received.at(-1)?.headers["webhook-id"],
  });
});

test.each([
  ["trace-1/a:b.c", "trace-1/a:b.c"],
  ['a"b <script> c', "abscriptc"],
  ["x".repeat(300), "x".repeat(128)],
])("the request id %s of a trusted proxy is taken as %s", async (given, taken) => {
  for (const path of ["/v1/health", "/v1/nothing", "/page", "/.well-known/security.txt"])
    expect([path, await ask(path, { headers: { "x-request-id": given } })]).toEqual([path, taken]);
  await expect
    .poll(() =>
      linesFor(taken)
        .flatMap(({ path }) => path ?? [])
        .sort(),
    )
    .toEqual(["/.well-known", "/page", "/v1/health"]);
});

test("a job logs its run, and what caused it, on each of its lines", async () => {
  const of = (job: string) => linesOf(printed).filter((line) => line.job === job);
  await expect.poll(() => Math.min(of("counts").length, of("begins").length)).toBeGreaterThan(1);
  for (const [job, cause, said] of [
    ["counts", "interval", "counting"],
    ["begins", "start", "beginning"],
  ] as const) {
    const [first, second] = of(job);
    expect(first).toMatchObject({ cause, msg: said });
    expect(second).toMatchObject({ cause, msg: "a job ran", result: 1, run: first?.run });
  }
});

test("without a trusted proxy the client's request id is not taken; an uncaught failure is one line and ends the process", async () => {
  const lines: string[] = [];
  const direct = await startApiProcess(bundle, settings, (line) => lines.push(line));
  const ended = once(direct.child, "exit");
  const answer = await fetch(`${direct.url}/crash`, { headers: { "x-request-id": "mine" } });
  expect(answer.headers.get("request-id")).toMatch(/^req_/);
  expect(await ended).toEqual([1, null]);
  await expect
    .poll(() => linesOf(lines).filter(({ level }) => level === 60))
    .toMatchObject([{ err: { message: "nobody catches this" } }]);
});

test("the hash of an address is another one the next day", () => {
  vi.useFakeTimers();
  try {
    vi.setSystemTime("2026-01-01T23:59:00Z");
    const [first, same] = [loggedAddress("203.0.113.9"), loggedAddress("203.0.113.9")];
    vi.setSystemTime("2026-01-02T00:01:00Z");
    expect([same === first, loggedAddress("203.0.113.9") === first]).toEqual([true, false]);
    expect(loggedAddress("203.0.113.9")).not.toBe(loggedAddress("203.0.113.10"));
  } finally {
    vi.useRealTimers();
  }
});
