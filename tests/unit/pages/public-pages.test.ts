import { globSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import * as htmlCache from "@/host/html-cache";
import { isPublicPage } from "@/lib/interfaces/client/public-pages";

/** Pages that need an account, are about signing in, or are no page of the product; the preview is its owner's. */
const OWN = /^app\/(\(account\)|\(auth\)|console|admin|design|\[\.\.\.missing\])\/|\/preview\//;

test("every page that anybody may read is cached and prefetched, and no other one", () => {
  const pages = globSync("app/**/page.tsx");
  const addressOf = (page: string) =>
    page
      .replace(/^app|\/page\.tsx$/g, "")
      .replace(/\/\([^)]*\)/g, "")
      .replace(/\[[^\]]*\]/g, "x") || "/";
  const isCached = (url: string) =>
    htmlCache.isPublicPage({ method: "GET", url, headers: {} } as unknown as IncomingMessage);
  const judged = (isOpen: boolean) => pages.filter((page) => OWN.test(page) !== isOpen).map(addressOf);
  expect(judged(true)).toEqual(expect.arrayContaining(["/", "/sell", "/terms", "/privacy", "/docs/api/x"]));
  expect(judged(true).filter((url) => !isPublicPage(url) || !isCached(url))).toEqual([]);
  const others = judged(false).filter((url) => !url.endsWith("/preview"));
  expect(others).toContain("/wallet");
  expect(others.filter((url) => isPublicPage(url) || isCached(url))).toEqual([]);
});
