import type { IncomingMessage } from "node:http";
import { expect, test, vi } from "vitest";

const load = async (settings: Record<string, string>) => {
  vi.resetModules();
  Object.assign(process.env, { APP_ENV: "local", TRUSTED_PROXIES: "0", ...settings });
  const { redirectOf } = await import("@/host/page-redirect");
  return (host: string, url = "/skills/x?tab=try", method = "GET") =>
    redirectOf({ method, url, headers: { host } } as IncomingMessage);
};

test("a page asked for under another name is found at PUBLIC_URL, with its query", async () => {
  const ask = await load({ PUBLIC_URL: "https://market.test" });
  const location = "https://market.test/skills/x?tab=try";
  for (const host of ["203.0.113.9:3000", "www.market.test", "localhost:3000", "market.test:3000"])
    expect(ask(host)).toEqual({ status: 307, location });
  for (const host of ["market.test", "MARKET.test", "market.test:443"]) expect(ask(host)).toBeNull();
});

test("no redirect behind a trusted proxy, nor to a PUBLIC_URL on loopback", async () => {
  expect((await load({ PUBLIC_URL: "https://market.test", TRUSTED_PROXIES: "1" }))("backend:3000")).toBeNull();
  const local = await load({ PUBLIC_URL: "http://localhost:3000" });
  for (const host of ["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "devbox:3000"]) expect(local(host)).toBeNull();
});

test("a form sent to a page gets the page again, on this host whatever its path", async () => {
  const ask = await load({ PUBLIC_URL: "http://localhost:3000" });
  const post = (url: string) => ask("localhost:3000", url, "POST");
  expect(post("/settings?x=1")).toEqual({ status: 303, location: "/settings?x=1" });
  for (const url of ["/.//evil.example", "//evil.example//x", "/\\evil.example", "/..//evil.example/x"])
    expect(post(url)?.location).toMatch(/^\/(?!\/)/);
});

test("addresses of the list of skills from when it was at the root lead to it; other parameters open the root", async () => {
  const ask = await load({ PUBLIC_URL: "http://localhost:3000" });
  const get = (url: string) => ask("localhost:3000", url);
  for (const query of [
    "?search=a%26b&sort=rating",
    "?category=x&utm_source=y",
    "?free_calls=true",
    "?offset=20",
    "?search=",
  ])
    expect(get(`/${query}`)).toEqual({ status: 308, location: `/skills${query}` });
  for (const url of ["/", "/?utm_source=y", "/docs?search=x", "/skills?search=x"]) expect(get(url)).toBeNull();
});
