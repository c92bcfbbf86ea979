import { globSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cachedAddress, createHtmlCache, isPublicPage, type Rendered } from "@/host/html-cache";

const MARKER = "f".repeat(32);
const html = { "content-type": "text/html; charset=utf-8", link: `</a.js>; nonce="${MARKER}"` };
const page = (url: string): Rendered => ({
  status: 200,
  headers: html,
  body: `<script nonce="${MARKER}"></script>${url}`,
});

let rendered: string[] = [];
let render: (url: string) => Promise<Rendered>;
let clock = 1;
let cache: ReturnType<typeof createHtmlCache>;
let nonces = 0;
const server = createServer((request, response) => {
  if (!isPublicPage(request)) response.end("own");
  else cache.answer(request, response, `nonce${++nonces}`).catch(() => response.writeHead(500).end());
});
let base: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  rendered = [];
  clock = 1;
  render = async (url) => page(url);
  cache = createHtmlCache({
    marker: MARKER,
    now: () => clock,
    render: (url) => {
      rendered.push(url);
      return render(url);
    },
  });
});
const ask = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(base + path, { redirect: "manual", ...init });
  return { response, text: await response.text() };
};

describe("cached public pages", () => {
  test("are rendered once in five seconds, with a nonce of each answer's own in page and headers", async () => {
    const answers = [await ask("/"), await ask("/", { headers: { "accept-encoding": "identity" } })];
    expect(rendered).toEqual(["/"]);
    const seen = answers.map(({ text }) => /nonce="(\w+)"/.exec(text)?.[1]);
    expect(new Set(seen).size).toBe(2);
    expect(answers.map(({ response }) => response.headers.get("link"))).toEqual(
      seen.map((nonce) => `</a.js>; nonce="${nonce}"`),
    );
    expect(answers.some(({ text }) => text.includes(MARKER))).toBe(false);
    expect([cache.has("/"), cache.has("/skills?n=1")]).toEqual([true, false]);
    clock = 6_000;
    expect(cache.has("/")).toBe(false);
    await ask("/");
    expect(rendered).toEqual(["/", "/"]);
  });

  test("are cached by path and query, and rendered once for concurrent requests", async () => {
    await Promise.all(["/", "/", "/", "/skills?sort=newest", "/skills/a", "/docs"].map((path) => ask(path)));
    expect(rendered.toSorted()).toEqual(["/", "/docs", "/skills/a", "/skills?sort=newest"]);
    expect((await ask("/skills/a")).text).toContain("/skills/a");
    const late = Promise.withResolvers<Rendered>();
    render = () => late.promise;
    const asked = ask("/terms");
    await expect.poll(() => [cache.has("/terms"), cache.has("/terms", false)]).toEqual([true, false]);
    late.resolve(page("/terms"));
    expect((await asked).response.status).toBe(200);
    expect(cache.has("/terms", false)).toBe(true);
  });

  test("are kept by what they read of the query: an address with anything else in it is the same page", async () => {
    const same = ["/skills/a", "/skills/a?at=1", "/skills/a?utm_source=x&at=2", "/docs?at=1", "/docs?at=2"];
    for (const path of same) await ask(path);
    expect(rendered).toEqual(["/skills/a", "/docs"]);
    expect([cache.has("/skills/a?at=3"), cache.has("/skills/a?tab=reviews")]).toEqual([true, false]);
    await ask("/skills/a?at=1&tab=reviews&sort=newest");
    await ask("/publishers/x?offset=20&at=1");
    await ask("/?at=1");
    await ask("/skills?at=1");
    expect(rendered.slice(2)).toEqual([
      "/skills/a?tab=reviews&sort=newest",
      "/publishers/x?offset=20",
      "/",
      "/skills?at=1",
    ]);
  });

  test("are never used for signed-in visitors, other pages, methods, or parts of pages", async () => {
    const own: [string, RequestInit][] = [
      ["/", { headers: { cookie: "marketplace.session_token=x" } }],
      ["/", { headers: { cookie: "anything=1" } }],
      ["/", { headers: { authorization: "Bearer x" } }],
      ["/", { headers: { rsc: "1" } }],
      ["/?_rsc=abc", {}],
      ["/", { method: "POST", body: "x" }],
      ["/wallet", {}],
      ["/sign-in?next=/", {}],
      ["/skillsets", {}],
      ["/skills/a/og.png", {}],
      ["/docs/errors.md", {}],
      [`/skills?search=${"x".repeat(600)}`, {}],
    ];
    for (const [path, init] of own) expect([path, (await ask(path, init)).text]).toEqual([path, "own"]);
    expect(rendered).toEqual([]);
  });

  test.each([
    ["an answer that is not 200", { status: 404, headers: html, body: "none" }],
    ["an answer that sets a cookie", { status: 200, headers: { ...html, "set-cookie": ["a=1"] }, body: "x" }],
    ["an answer that is not a page", { status: 200, headers: { "content-type": "image/png" }, body: "x" }],
    ["a page beyond the largest", { status: 200, headers: html, body: "x".repeat(600 * 1024) }],
    ["a redirect", { status: 308, headers: { location: "/docs" }, body: "" }],
  ] as [string, Rendered][])("%s is handed on as it is and not kept", async (_, answer) => {
    render = async () => answer;
    const { response, text } = await ask("/");
    expect([response.status, text]).toEqual([answer.status, answer.body]);
    expect(response.headers.get("location")).toBe(answer.headers.location ?? null);
    await ask("/");
    expect([rendered.length, cache.size()]).toEqual([2, 0]);
  });

  test("a failed render is not cached either", async () => {
    render = () => Promise.reject(new Error("down"));
    expect((await ask("/")).response.status).toBe(500);
    render = async (url) => page(url);
    expect((await ask("/")).response.status).toBe(200);
  });

  test("never weigh more than 32 MiB together", async () => {
    render = async () => ({ status: 200, headers: html, body: "x".repeat(512 * 1024) });
    for (let at = 0; at < 70; at++) await ask(`/skills?offset=${at}`);
    expect(cache.size()).toBe(64);
    await ask("/skills?offset=69");
    await ask("/skills?offset=0");
    expect(rendered.length).toBe(71);
  });

  test("never are more than 500", async () => {
    for (let at = 0; at < 520; at++) await ask(`/skills?offset=${at}`);
    expect(cache.size()).toBe(500);
    await ask("/skills?offset=519");
    expect(rendered.length).toBe(520);
  });
});

test("every name that a public page reads of its query is kept", () => {
  const names = globSync("app/{(market),docs,(docs),(legal)}/**/{page,*-page}.tsx").flatMap((file) => {
    const path = `/${dirname(file)
      .split("/")
      .filter((part) => !/^(?:app|_components|\(.*\))$/.test(part))
      .join("/")}`;
    const url = path.replaceAll(/\[[^\]]*\]/g, "x");
    // Cached under its whole address.
    if (cachedAddress(`${url}?any=1`) !== url) return [];
    const source = readFileSync(file, "utf8");
    const [, type = ""] = /searchParams: Promise<\{([^}]*)\}>/.exec(source) ?? [];
    if (source.includes("searchParams")) expect([file, type]).not.toEqual([file, ""]);
    return [...type.matchAll(/(\w+)\?:/g)].map(([, name]) => `${url}?${name}=1`);
  });
  expect(names).toContain("/skills/x?tab=1");
  expect(names.map(cachedAddress)).toEqual(names);
});
