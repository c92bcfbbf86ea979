import { expect } from "@playwright/test";
import { test } from "@/tests/e2e/fixtures";
import { DEMO } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";

const htmlOf = async (path: string) => (await fetch(product.url + path)).text();
const titleIn = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1];
const canonicalIn = (html: string) => /rel="canonical" href="([^"]*)"/.exec(html)?.[1]?.replace(product.url, "");

test.describe("the marketplace's addresses", () => {
  test("a search that is too long is said to be left out, and the other filters stay", async () => {
    const html = await htmlOf(`/skills?category=writing&search=${"x".repeat(3_000)}`);
    expect(html).toContain("Your search was ignored: it is longer than 200 characters.");
    expect(titleIn(html)).toContain("Writing");
  });

  test("a page past the end says so and leads to the first", async () => {
    const html = await htmlOf("/skills?offset=4000");
    expect(html).toContain("This page is past the end of the list");
    expect(html).not.toContain("Page: ");
  });

  test("searches and categories have titles and canonical addresses of their own", async () => {
    const [home, category, search] = await Promise.all(
      ["/skills", "/skills?category=writing", "/skills?search=json"].map(htmlOf),
    );
    expect([titleIn(home ?? ""), canonicalIn(home ?? "")]).toEqual(["Skills · Skills Marketplace", "/skills"]);
    expect(titleIn(category ?? "")).toBe("Writing &amp; editing · Skills Marketplace");
    expect(canonicalIn(category ?? "")).toBe("/skills?category=writing");
    expect(titleIn(search ?? "")).toBe("“json” · Skills Marketplace");
  });

  test("the counts of the facets follow the search, and are what a click on each finds", async () => {
    const facets = (html: string) =>
      [...html.matchAll(/href="(\/skills\?[^"]*category=[^"]*)"[^>]*><span[^>]*>[^<]*<\/span><span[^>]*>(\d+)</g)].map(
        ([, href, count]) => ({ href: (href ?? "").replaceAll("&amp;", "&"), count: Number(count) }),
      );
    const found = facets(await htmlOf("/skills?search=json"));
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(facets(await htmlOf("/skills")).length);
    for (const { href, count } of found)
      expect(await htmlOf(href)).toMatch(new RegExp(`role="status">${count}(?:<!-- -->)? (?:<!-- -->)?skill`));
  });

  test("applied filters can be removed one by one, and all at once", async () => {
    const html = await htmlOf("/skills?search=json&category=data&free=true");
    const applied = /<ul aria-label="Applied filters".*?<\/ul>/s.exec(html)?.[0] ?? "";
    const hrefs = [...applied.matchAll(/href="([^"]*)"/g)].map(([, href]) => href?.replaceAll("&amp;", "&"));
    expect(hrefs).toEqual([
      "/skills?category=data&free=true",
      "/skills?search=json&free=true",
      "/skills?search=json&category=data",
      "/skills",
    ]);
  });

  test("the list of all skills begins with what is featured, and collections; a filtered one does not", async () => {
    const html = await htmlOf("/skills");
    expect(html).toContain('<section aria-label="Featured">');
    expect(html).toContain('<nav aria-label="Collections"');
    expect(html).toMatch(/<h1[^>]*>All skills<\/h1>/);
    expect(await htmlOf("/skills?sort=popular")).not.toContain('aria-label="Collections"');
  });

  test("a page of skills carries its cards once: what comes beside the HTML is less than the HTML", async () => {
    const path = "/skills?sort=popular";
    const html = (await htmlOf(path)).replaceAll(/<script.*?<\/script>/gs, "");
    const payload = await (await fetch(product.url + path, { headers: { rsc: "1" } })).text();
    expect(payload).toContain("/_next/static/");
    expect(html.split("<article").length).toBeGreaterThan(20);
    expect(payload.length).toBeLessThan(html.length);
  });

  test("an address of the list of skills that was at the root leads to the list; any other opens the landing page", async () => {
    const moved = async (path: string) => {
      const { status, headers } = await fetch(product.url + path, { redirect: "manual" });
      return [status, headers.get("location")];
    };
    for (const query of ["?search=json", "?category=writing&sort=rating", "?offset=20", "?sort=nonsense"])
      expect(await moved(`/${query}`)).toEqual([308, `/skills${query}`]);
    expect(await moved("/?utm_source=letter")).toEqual([200, null]);
    const [root = "", list = ""] = await Promise.all(["/", "/skills"].map(htmlOf));
    expect([titleIn(root), canonicalIn(root)]).toEqual(["Skills Marketplace", ""]);
    expect(root).toContain(`"target":"${product.url}/skills?search={search_term_string}"`);
    expect(list).not.toContain("SearchAction");
    const sitemap = await htmlOf("/sitemap.xml");
    for (const path of ["/", "/skills"]) expect(sitemap).toContain(`<loc>${product.url}${path}</loc>`);
  });

  test("a publisher has a page with the badge of those who are verified", async () => {
    const html = await htmlOf("/publishers/lindqvist-tools");
    expect(html).toContain("A studio of two in Gothenburg.");
    expect(html).toContain('aria-label="Verified publisher"');
  });

  test("after a required sign-in the visitor returns to the full URL", async () => {
    for (const path of ["/wallet?from=25&payments=10", "/usage?range=7d", "/console?offset=20"]) {
      const answer = await fetch(product.url + path, { redirect: "manual" });
      expect(answer.headers.get("location")).toBe(`/sign-in?next=${encodeURIComponent(path)}`);
    }
  });
});

test.describe("a click on a card", () => {
  test("opens a skill without loading a document, and without waiting for code: the first card has brought it", async ({
    page,
  }) => {
    await openReady(page, "/skills/csv-doctor");
    const code = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLScriptElement>("script[src]:not([nomodule])")].map(({ src }) => src),
    );
    await page.goto("/skills?sort=popular");
    const missing = (sources: string[]) =>
      sources.filter((source) => performance.getEntriesByName(source).length === 0);
    await expect.poll(() => page.evaluate(missing, code)).toEqual([]);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(`${request.resourceType()} ${request.url()}`));
    await page.getByRole("article").nth(3).getByRole("link").first().click();
    await page.getByRole("tablist", { name: "Parts of this page" }).waitFor();
    expect(asked.filter((request) => /^(script|document) /.test(request))).toEqual([]);
    expect(asked.some((request) => request.includes("_rsc="))).toBe(true);
  });
});

test.describe("what fails in a browser", () => {
  // The browser itself reports each request that a test cuts off.
  test.use({ expectedProblems: /net::ERR_/ });

  test("copying and running work where a page is not secure, and copying that fails says so", async ({ visit }) => {
    const page = await visit(DEMO);
    // What Chromium takes away over plain HTTP.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "clipboard", { value: undefined });
      Object.defineProperty(crypto, "randomUUID", { value: undefined });
    });
    await openReady(page, "/skills/text-statistics?tab=api");
    await page.getByRole("button", { name: "Copy" }).first().click();
    await page.getByText("Copied to the clipboard.").waitFor();
    await page.evaluate(() => Object.defineProperty(document, "execCommand", { value: () => false }));
    await page.getByRole("button", { name: /^Cop/ }).first().click();
    await page.getByText("Copying failed. Select the text and copy it yourself.").waitFor();
    await openReady(page, "/skills/text-statistics?tab=try");
    await page.getByLabel(/^text/i).fill("three short words");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText(/ ms · .* · Balance: /).waitFor();
    await page.context().close();
  });

  test("signing out that fails says that the session goes on", async ({ visit }) => {
    const page = await visit(DEMO);
    await openReady(page, "/settings");
    await page.route("**/api/auth/sign-out", (route) => route.abort("connectionreset"));
    await page.getByRole("button", { name: "Your account" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByText("You are still signed in").waitFor();
    expect(new URL(page.url()).pathname).toBe("/settings");
    await page.context().close();
  });
});
