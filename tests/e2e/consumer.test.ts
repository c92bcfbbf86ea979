import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { findings } from "@/tests/e2e/findings";
import { test } from "@/tests/e2e/fixtures";
import { actorsOn } from "@/tests/e2e/lost-answers";
import { ADMIN, DEMO } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady, ready } from "@/tests/e2e/ready";
import { buy } from "@/tests/e2e/shop";

/** Most presses of Tab that it takes to reach anything on the marketplace, once around the page. */
const MAX_TABS = 160;

const { api, registered } = actorsOn(product);

/** Presses Tab until a link of this name has the focus, then Enter. */
async function follow(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < MAX_TABS; presses++) {
    await page.keyboard.press("Tab");
    const text = await page.evaluate(() => document.activeElement?.textContent ?? "");
    if (!name.test(text.trim())) continue;
    const before = page.url();
    await Promise.all([page.waitForURL(({ href }) => href !== before), page.keyboard.press("Enter")]);
    return;
  }
  throw new Error(`Tab never reaches ${name}`);
}

const countOf = async (page: Page) =>
  Number(/^(\d+) skills?$/.exec((await page.getByRole("status").first().textContent())?.trim() ?? "")?.[1]);

test.describe("what consumers do", () => {
  test("browse by every filter and sort with the keyboard alone, and go back", async ({ browser }) => {
    const page = await browser.newPage();
    await page.goto("/skills");
    const all = await countOf(page);
    let sum = 0;
    for (const [name, query] of [
      [/^Subscription ?\d/, "pricing_type=subscription"],
      [/^Per call ?\d/, "pricing_type=usage"],
    ] as const) {
      await page.goto("/skills");
      await follow(page, name);
      expect(page.url()).toContain(query);
      sum += await countOf(page);
    }
    expect(sum).toBe(all);
    for (const [name, query] of [
      [/^API ?\d/, "execution_type=api"],
      [/^Package ?\d/, "execution_type=download"],
      [/^Security ?\d/, "category=security"],
      [/^Newest$/, "sort=newest"],
      [/^Price: low to high$/, "sort=price_asc"],
      [/^Price: high to low$/, "sort=price_desc"],
      [/^Best rated$/, "sort=rating"],
      [/^Popular$/, "sort=popular"],
    ] as const) {
      await follow(page, name);
      expect(page.url()).toContain(query);
    }
    const narrowed = await countOf(page);
    expect(page.url()).toContain("category=security");
    expect(narrowed).toBeLessThan(all);
    await page.goBack();
    expect(page.url()).toContain("sort=rating");
    await page.keyboard.press("/");
    await page.keyboard.type("invoice");
    await Promise.all([page.waitForURL(/search=invoice/), page.keyboard.press("Enter")]);
    const { searchParams } = new URL(page.url());
    expect([searchParams.get("category"), searchParams.get("sort")]).toEqual(["security", "rating"]);
  });

  test("buy a package, download it, and review it", async ({ visit }) => {
    const buyer = await registered();
    const admin = await visit(ADMIN);
    await api(admin, "POST", `/v1/admin/accounts/${buyer.id}/credits`, { amount: 100, reason: "To buy." });
    const page = await visit(buyer);
    const slug = "accessibility-audit";
    const available = async () => (await api<{ available: number }>(buyer.key, "GET", "/v1/balance")).available;
    await openReady(page, `/skills/${slug}`);
    await buy(page, /^Buy for/);
    await page.getByRole("button", { name: "Download" }).waitFor();
    const { data: bought } = await api<{ data: { skill: { slug: string }; price: number }[] }>(
      buyer.key,
      "GET",
      "/v1/purchases",
    );
    expect(bought.map(({ skill }) => skill.slug)).toEqual([slug]);
    expect(await available()).toBe(100 - (bought[0]?.price ?? 0));
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click(),
    ]);
    const bytes = readFileSync((await file.path()) ?? "");
    expect([file.suggestedFilename().startsWith(slug), bytes.subarray(0, 2).toString()]).toEqual([true, "PK"]);
    await openReady(page, `/skills/${slug}?tab=reviews`);
    await page.getByRole("radio", { name: "4 of 5 stars" }).check({ force: true });
    await page.getByLabel(/What should others know/).fill("It found what others missed.");
    await page.getByRole("button", { name: "Publish review" }).click();
    await page.getByRole("article").getByText("It found what others missed.").waitFor();
  });

  test("the code of a skill's API follows its form, tab by tab, and the address says which", async ({ visit }) => {
    const page = await visit(DEMO);
    const typed = 'Ada\'s "engine" <b>';
    await openReady(page, "/skills/text-statistics?tab=try");
    await page.getByLabel(/^text/i).fill(typed);
    const tabs = page.getByRole("tablist", { name: "Parts of this page" });
    await tabs.getByRole("tab", { name: "API" }).click();
    await page.waitForURL(/tab=api$/);
    const code = page.locator("pre").first();
    await code.locator(".tok-string").first().waitFor();
    await expect(code).toContainText(JSON.stringify({ text: typed }).replace("'", "'\\''"));
    for (const [name, language] of [
      ["TypeScript", "typescript"],
      ["Python", "python"],
      ["MCP", "mcp"],
    ] as const) {
      await page.getByRole("link", { name, exact: true }).click();
      await page.waitForURL(new RegExp(`language=${language}$`));
      await page
        .locator("pre")
        .filter({ hasText: JSON.stringify(typed) })
        .locator(".tok-string")
        .first()
        .waitFor();
    }
    await page.goBack();
    await page.waitForURL(/language=python$/);
    await page.reload();
    await ready(page);
    await page.getByText(JSON.stringify(typed)).first().waitFor();
    await tabs.getByRole("tab", { name: "Try it" }).click();
    await page.waitForURL(/tab=try$/);
    await expect(page.getByLabel(/^text/i)).toHaveValue(typed);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText(/ ms · .* · Balance: /).waitFor();
    await tabs.getByRole("tab", { name: "API" }).click();
    await page.waitForURL(/tab=api$/);
    await tabs.getByRole("tab", { name: "Try it" }).click();
    await page.getByText(/ ms · .* · Balance: /).waitFor();
  });

  test("the page for agents carries the same code as the tab of the API", async ({ browser }) => {
    const text = await (await fetch(`${product.url}/skills/text-statistics.md`)).text();
    expect(text).toContain("## API");
    const page = await browser.newPage();
    for (const language of ["curl", "typescript", "python", "mcp"]) {
      await page.goto(`/skills/text-statistics?tab=api&language=${language}`);
      const blocks = await page.locator("[data-snippet] pre").allTextContents();
      expect(blocks.length).toBeGreaterThan(0);
      expect(blocks.filter((block) => !text.includes(block))).toEqual([]);
    }
    const download = await (await fetch(`${product.url}/skills/accessibility-audit.md`)).text();
    expect(download).toContain("/v1/skills/accessibility-audit/download");
    expect(download).not.toContain("/execute");
  });

  test("the figures of a chart, however many, take no more of a phone than a part of its screen", async ({ visit }) => {
    const page = await visit(DEMO);
    // Lower than most, so that the few figures of the demo are many.
    const height = 280;
    await page.setViewportSize({ width: 390, height });
    await openReady(page, "/usage");
    await page.getByText("View as table").click();
    const figures = page.getByRole("region", { name: "The figures by day and skill" });
    await figures.getByRole("link").first().focus();
    const heights = await figures.evaluate(({ clientHeight, scrollHeight }) => [clientHeight, scrollHeight]);
    expect(heights[0]).toBeLessThan(height * 0.61);
    expect(heights[1]).toBeGreaterThan(height);
    expect(await findings(page, { within: "details[open]" })).toEqual([]);
  });

  test("a key that is disabled stops at once, and works again when it is enabled", async ({ visit }) => {
    const page = await visit(DEMO);
    const name = `switched-${Date.now()}`;
    await openReady(page, "/keys");
    await page.getByLabel("Name").fill(name);
    await page.getByRole("button", { name: "Create key" }).click();
    const secret = ((await page.getByText(/^skm_\w{36}$/).textContent()) ?? "").trim();
    const status = async () =>
      (await fetch(`${product.url}/v1/balance`, { headers: { authorization: `Bearer ${secret}` } })).status;
    expect(await status()).toBe(200);
    const row = page.getByRole("row", { name: new RegExp(name) });
    const active = row.getByRole("switch", { name: `${name} is active` });
    await active.click();
    // The switch moves at once; the notice comes with the answer.
    await page.getByText(`${name} is off`).first().waitFor();
    expect(await status()).toBe(401);
    await active.click();
    await page.getByText(`${name} works again`).first().waitFor();
    expect(await status()).toBe(200);
  });
});
