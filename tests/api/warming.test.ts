import { expect, test } from "vitest";
import { pagePaths, warmPages } from "@/host/warming";
import { liveSkill, person } from "@/tests/support/people";

const ROUTES = {
  "/(market)/page": "/",
  "/(market)/skills/[slug]/page": "/skills/[slug]",
  "/docs/[slug]/page": "/docs/[slug]",
  "/(market)/skills/[slug]/og.png/route": "/skills/[slug]/og.png",
  "/console/[id]/calls/[call]/page": "/console/[id]/calls/[call]",
  "/v1/health/route": "/v1/health",
};

test("every page is loaded once after a start, one at a time, and no page that fails keeps the others cold", async () => {
  await liveSkill(await person());
  const asked: string[] = [];
  let atOnce = 0;
  await warmPages(
    async (path) => {
      expect(++atOnce).toBe(1);
      asked.push(path);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce--;
      if (path === "/") throw new Error("this page is broken");
    },
    new AbortController().signal,
    async () => ROUTES,
  );
  expect(asked).toEqual(await pagePaths(ROUTES));
  expect(asked).toEqual([
    "/",
    expect.stringMatching(/^\/skills\/[a-z0-9-]+$/),
    "/docs/verify",
    "/console/warming/calls/warming",
  ]);
  expect(asked).not.toContain("/skills/warming");
});

test("a process that ends loads no further pages", async () => {
  const ending = new AbortController();
  const asked: string[] = [];
  await warmPages(
    async (path) => {
      asked.push(path);
      ending.abort();
    },
    ending.signal,
    async () => ROUTES,
  );
  expect(asked).toEqual(["/"]);
});
