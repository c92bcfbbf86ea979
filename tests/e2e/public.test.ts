import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";
import { ERROR_CODES } from "@/lib/platform/core/errors";
import { findings, findingsInThemes, showIn, THEMES } from "@/tests/e2e/findings";
import { test } from "@/tests/e2e/fixtures";
import { DEMO } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady, ready } from "@/tests/e2e/ready";

const run = promisify(execFile);

const fetched = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(product.url + path, init);
  return { answer, text: await answer.text() };
};

/** The text and the size, in square pixels, of the largest part that a page has painted so far. */
const largestPaint = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ text: string; size: number }>((resolve) => {
        type Paint = PerformanceEntry & { element?: Element; size: number };
        const observer = new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1) as Paint | undefined;
          observer.disconnect();
          resolve({ text: last?.element?.textContent ?? "", size: last?.size ?? 0 });
        });
        observer.observe({ type: "largest-contentful-paint", buffered: true });
      }),
  );

test.describe("the docs", () => {
  test("the API reference is made on the server: every endpoint is in its HTML, under the policy of every page", async ({
    visit,
  }) => {
    const { answer, text } = await fetched("/docs/api");
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/script-src 'self' 'nonce-\w+';/);
    expect(policy).not.toContain("unsafe-eval");
    expect(policy).toMatch(/style-src 'self' 'nonce-\w+';/);
    const { paths } = JSON.parse((await fetched("/v1/openapi.json")).text) as { paths: object };
    expect(Object.keys(paths).filter((path) => !text.includes(path))).toEqual([]);
    const { text: group } = await fetched("/docs/api/money");
    for (const part of ["/v1/credits/topup", "processor_failed", "SKILLS_API_KEY", "pack_id"])
      expect(group).toContain(part);
    const page = await visit(null);
    // Groups differ in length alone: this is one of the shortest with bodies, parameters and errors.
    for (const path of ["/docs/api", "/docs/api/api-keys"]) {
      await openReady(page, path);
      expect([path, await findingsInThemes(page)]).toEqual([path, []]);
    }
  });

  test("publishers, collections and the page for sellers answer in Markdown by name and by Accept", async () => {
    for (const [path, part] of [
      ["/publishers/lindqvist-tools", /\]\(http\S+\/skills\/[a-z0-9-]+\.md\): /],
      ["/collections/clean-data", /\]\(http\S+\/skills\/[a-z0-9-]+\.md\): /],
      ["/sell", /^- You keep: \d+%\. /m],
    ] as const) {
      const { answer, text } = await fetched(`${path}.md`);
      const type = answer.headers.get("content-type");
      expect([path, answer.status, type]).toEqual([path, 200, "text/markdown; charset=utf-8"]);
      expect(text).toMatch(/^# \S/);
      expect(text).toMatch(part);
      expect((await fetched(path, { headers: { accept: "text/markdown" } })).text).toBe(text);
      expect((await fetched(path)).text).toMatch(/^<!DOCTYPE html>/i);
    }
  });

  test("every page of the docs and every skill has a twin in Markdown, and llms.txt names them", async () => {
    const { text: index } = await fetched("/llms.txt");
    const twins = [...index.matchAll(/\((http[^)]+\.md)\)/g)].map(([, url]) => new URL(url ?? ""));
    expect(twins.filter(({ pathname }) => pathname.startsWith("/docs/")).length).toBeGreaterThan(8);
    for (const { pathname } of twins) {
      const { answer, text } = await fetched(pathname);
      expect([pathname, answer.status, answer.headers.get("content-type")]).toEqual([
        pathname,
        200,
        "text/markdown; charset=utf-8",
      ]);
      expect(text).toMatch(/^# \S/);
      expect(text).not.toMatch(/\{\{\w+\}\}/);
    }
    for (const path of ["publishers", "collections"])
      expect([path, (await fetched(`/${path}/none.md`)).answer.status]).toEqual([path, 404]);
    expect((await fetched("/docs/none.md")).answer.status).toBe(404);
    expect((await fetched("/skills/none.md")).answer.status).toBe(404);
    for (const path of ["", "/md", "/og.png"])
      expect([path, (await fetched(`/skills/%00${path}`)).answer.status]).toEqual([path, 404]);
  });

  test("every error code has an anchor, and every link inside the docs leads somewhere", async () => {
    const { text } = await fetched("/docs/errors");
    const missing = ERROR_CODES.filter((code) => !text.includes(`id="${code}"`));
    expect(missing).toEqual([]);
    const pages = ["", "/execute", "/buy", "/download", "/mcp", "/publish", "/verify", "/conventions"];
    const links = new Set<string>();
    for (const path of pages) {
      const { text: html } = await fetched(`/docs${path}`);
      for (const [, href] of html.matchAll(/href="([^"]+)"/g)) {
        const url = new URL(href ?? "", product.url);
        if (url.origin === product.url && url.pathname.startsWith("/docs")) links.add(url.pathname + url.hash);
      }
    }
    for (const link of links) {
      const [path = "", anchor] = link.split("#");
      const { answer, text: html } = await fetched(path);
      const isThere = !anchor || html.includes(`id="${anchor}"`);
      expect([link, answer.status, isThere || path === "/docs"]).toEqual([link, 200, true]);
    }
  });

  test("what search engines and other sites read of a skill is complete", async () => {
    const { text } = await fetched("/skills/text-statistics");
    for (const part of [
      /<title>Text statistics · Skills Marketplace<\/title>/,
      /<meta name="description" content="Counts/,
      new RegExp(`<link rel="canonical" href="${product.url}/skills/text-statistics"`),
      new RegExp(`<meta property="og:image" content="${product.url}/skills/text-statistics/og.png`),
    ])
      expect(text).toMatch(part);
    const facts = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(text)?.[1] ?? "";
    expect(JSON.parse(facts)).toMatchObject({ "@type": "SoftwareApplication", name: "Text statistics" });
    for (const slug of ["text-statistics", "japanese-keigo-coach"]) {
      const picture = await fetch(`${product.url}/skills/${slug}/og.png`);
      expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
      const bytes = Buffer.from(await picture.arrayBuffer());
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    }
    const { text: map } = await fetched("/sitemap.xml");
    for (const path of ["/", "/docs", "/docs/api", "/docs/errors", "/skills/text-statistics"])
      expect(map).toContain(`<loc>${product.url}${path}</loc>`);
  });
});

test.describe("finding one's way by keyboard", () => {
  test("the palette opens by Ctrl-K, is loaded only then, finds skills, pages and docs, and closes", async ({
    visit,
  }) => {
    for (const theme of THEMES) {
      const page = await visit(null);
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      await openReady(page, "/");
      await showIn(page, theme);
      const before = asked.filter((path) => path.endsWith(".js")).length;
      expect(asked).not.toContain("/suggest");
      await page.keyboard.press("Control+k");
      const input = page.getByPlaceholder("Skills, pages, actions, docs …");
      await input.waitFor();
      expect(asked.filter((path) => path.endsWith(".js")).length).toBeGreaterThan(before);
      await page.getByRole("option", { name: "Quickstart" }).waitFor();
      expect(await findings(page, { colorsOnly: theme === "dark" })).toEqual([]);
      await page.keyboard.type("text stat");
      await page.getByRole("option", { name: /Text statistics/ }).waitFor();
      await page.keyboard.press("Escape");
      await input.waitFor({ state: "detached" });
      await page.keyboard.press("Control+k");
      await input.and(page.locator(":focus")).waitFor();
      await page.keyboard.type("verify");
      await page.locator("[role=option][data-highlighted]", { hasText: "Verify" }).waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL("**/docs/verify");
    }
  });

  test("the palette finds sections of the docs, endpoints, publishers, and one's own purchases and skills", async ({
    visit,
  }) => {
    const page = await visit(DEMO);
    const find = async (text: string, group: string, option: RegExp, path: string) => {
      await openReady(page, "/docs");
      await page.keyboard.press("Control+k");
      await page.getByPlaceholder("Skills, pages, actions, docs …").fill(text);
      await page.getByRole("group", { name: group }).getByRole("option", { name: option }).click();
      await page.waitForURL(`**${path}`);
    };
    await find("price dry_run", "In the docs", /Ask for the price first/, "/docs/execute#ask-for-the-price-first");
    await find("rotate key", "In the docs", /\/v1\/keys\/\{id\}\/rotation/, "/docs/api/**");
    await find("lindqvist", "Publishers", /Lindqvist/, "/publishers/lindqvist-tools");
    const headers = { origin: product.url };
    await page.request.post("/v1/skills/cron-explained/purchase", { headers, data: {} });
    const [bought] = (await (await page.request.get("/v1/purchases?limit=1")).json()).data;
    await find(bought.skill.name, "Your purchases", new RegExp(bought.skill.name), `/skills/${bought.skill.slug}`);
  });

  test("a slash goes to the search, the list follows while one types, and the term stays", async ({ visit }) => {
    const page = await visit(null);
    await openReady(page, "/skills");
    await page.keyboard.press("/");
    await page.keyboard.type("cash flow");
    await page.waitForURL(/search=cash\+flow/);
    await page.getByRole("heading", { name: "“cash flow”" }).waitFor();
    await page.keyboard.press("Enter");
    await ready(page);
    await expect(page.getByLabel("Search skills")).toHaveValue("cash flow");
    await openReady(page, "/docs");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    expect(await findings(page)).toEqual([]);
  });
});

test.describe("usage", () => {
  test("a bar's day narrows the table, and the file has the same calls as the API", async ({ visit }) => {
    const headers = { authorization: `Bearer ${product.apiKey}`, "content-type": "application/json" };
    for (const text of ["one", "one two", "one two three"]) {
      const body = JSON.stringify({ text });
      await fetch(`${product.url}/v1/skills/text-statistics/execute`, { method: "POST", headers, body });
    }
    const page = await visit(DEMO);
    await openReady(page, "/usage?range=7d");
    const chart = page.locator(".recharts-surface").first();
    await chart.waitFor();
    const box = await chart.boundingBox();
    if (!box) throw new Error("there is no chart");
    await page.mouse.move(box.x + box.width - 20, box.y + box.height - 60);
    await page.getByText(/\(UTC\)/).waitFor();
    await page.mouse.click(box.x + box.width - 20, box.y + box.height - 60);
    await page.waitForURL(/at=\d{4}-\d{2}-\d{2}/);
    await page.getByRole("link", { name: /^day: / }).click();
    await page.waitForURL((url) => !url.search.includes("at="));
    const address = await page.getByRole("link", { name: "CSV", exact: true }).getAttribute("href");
    const days = address?.split("?")[1];
    const { data: calls } = JSON.parse((await fetched(`/v1/usage?limit=100&${days}`, { headers })).text);
    const file = await page.request.get(product.url + address, {
      headers: { "sec-fetch-site": "same-origin" },
    });
    const lines = (await file.text()).trim().split("\r\n");
    expect(file.headers()["content-type"]).toBe("text/csv; charset=utf-8");
    expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(calls.map(({ id }: { id: string }) => id));
    expect((await fetched("/usage/export")).answer.status).toBe(401);
    expect((await fetched("/wallet/export", { headers })).text).toMatch(
      /^id,time,kind,subject,amount_credits,balance_after_credits\r\n\d+,/,
    );
  });
});

test.describe("speed", () => {
  test("no page loads more JavaScript at first than its budget", async () => {
    const { stdout } = await run(process.execPath, ["scripts/build.mjs"]);
    console.log(stdout);
    expect(stdout).toContain("JavaScript of each page");
  });

  test("the server's bundle is plain ASCII, or V8 would take two bytes for each of its letters", () => {
    const bundle = readFileSync(".build/server.mjs", "latin1");
    // Regular expressions are not escaped by the bundler: write their letters as \u00df.
    expect(/.{0,40}[\x80-\xff].{0,20}/.exec(bundle)?.[0]).toBeUndefined();
  });

  test("the page traces have no file of .build, which another build writes at the same time", () => {
    const traces = globSync(".next/server/**/*.nft.json").map((path) => JSON.parse(readFileSync(path, "utf8")).files);
    expect(traces.length).toBeGreaterThan(50);
    // The comment `turbopackIgnore` keeps a path out.
    expect(traces.flat().filter((file: string) => file.includes("../.build/"))).toEqual([]);
  });

  test("a cached public page is the same for each visitor, under its own nonce", async ({ visit }) => {
    const [first, second] = [await fetched("/"), await fetched("/")];
    const nonceOf = ({ answer }: typeof first) =>
      /'nonce-(\w+)'/.exec(answer.headers.get("content-security-policy") ?? "")?.[1] ?? "";
    expect(nonceOf(first)).not.toBe(nonceOf(second));
    expect(second.text.replaceAll(nonceOf(second), nonceOf(first))).toBe(first.text);
    const page = await visit(DEMO);
    await openReady(page, "/");
    await page
      .getByLabel(/^Balance: /)
      .first()
      .waitFor();
    expect((await fetched("/")).text).not.toContain("Balance:");
  });

  test("the marketplace's largest part is painted before any script arrives", async ({ visit }) => {
    const whole = await visit(null);
    await openReady(whole, "/");
    const { text, size } = await largestPaint(whole);
    expect(text).not.toBe("");
    const waiting = await visit(null);
    // No script is ever answered.
    await waiting.route("**/*.js", () => {});
    await waiting.goto("/", { waitUntil: "commit" });
    // Descriptions of equal length are painted in other fonts until the page's own are there.
    await expect.poll(async () => (await largestPaint(waiting)).size).toBeGreaterThan(size * 0.8);
  });
});
