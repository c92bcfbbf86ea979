import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { dollars } from "@/lib/platform/core/dollars";
import { freeCallsLeftText } from "@/lib/supply/skills/price-text";
import { test, type Visit } from "@/tests/e2e/fixtures";
import { DEMO } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";
import { buy, publish } from "@/tests/e2e/shop";

const PASSWORD = "a long password";
/** Packages of the demo, by what a download costs. */
const PAID = { slug: "threat-model-lite", price: 4 };
const OTHER_PAID = "subtitle-translator";

const balanceOf = async (page: Page) =>
  (await (await page.request.get(`${product.url}/v1/balance`)).json()).available as number;

/** Somebody new, without credits. */
async function poorVisitor(visit: Visit): Promise<Page> {
  const email = `poor-${Date.now()}-${Math.random()}@example.com`;
  await fetch(`${product.url}/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  return visit({ email, password: PASSWORD });
}

test.describe("what costs credits", () => {
  test("a paid download asks once, is charged and says so; the same one again is free and asks nothing", async ({
    visit,
  }) => {
    const page = await visit(DEMO);
    await openReady(page, `/skills/${PAID.slug}`);
    const before = await balanceOf(page);
    await page.getByRole("button", { name: "Download" }).click();
    const dialog = page.getByRole("alertdialog", { name: /^Download .*\?$/ });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await balanceOf(page)).toBe(before);
    await page.getByRole("button", { name: "Download" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Download for $4" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^threat-model-lite-.+\.zip$/);
    expect(
      readFileSync((await file.path()) ?? "")
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
    await page.getByText("Downloaded. $4 charged.").waitFor();
    expect(await balanceOf(page)).toBeCloseTo(before - PAID.price, 6);
    const left = before - PAID.price;
    await page.getByLabel(`Balance: ${dollars(left)}`).waitFor();
    await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download" }).click()]);
    await page.getByText("Downloaded at no charge.").waitFor();
    expect(await balanceOf(page)).toBeCloseTo(before - PAID.price, 6);
  });

  test("without enough credits the dialog says so and leads to a top-up of what is missing", async ({ visit }) => {
    const page = await poorVisitor(visit);
    await openReady(page, `/skills/${OTHER_PAID}`);
    await page.getByRole("button", { name: "Download" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: /^Download for/ }).click();
    await dialog.getByRole("link", { name: "Top up" }).click();
    await page.waitForURL(`**/wallet?skill=${OTHER_PAID}*`);
    await expect(page.getByLabel("Custom amount (USD)")).toHaveValue("5");
  });

  test("a run keeps the focus on its button, and every count of free calls follows it", async ({ visit }) => {
    const page = await poorVisitor(visit);
    await openReady(page, "/skills/text-statistics?tab=try");
    await page.getByLabel(/^text/i).fill("three short words");
    await page.getByText(freeCallsLeftText("api", 25), { exact: true }).waitFor();
    await page.getByRole("button", { name: "Run", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByText(/ms · Free · Balance: \$0/).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe("Run");
    await page.getByText(freeCallsLeftText("api", 24), { exact: true }).waitFor();
    await page.getByText(new RegExp(`^${freeCallsLeftText("api", 24)}, then`)).waitFor();
  });

  test("a plan is bought by its name, changed to a dearer one at once, and to a cheaper one for the end of the term", async ({
    visit,
  }) => {
    const slug = `plans-${Date.now()}`;
    const plans = [
      { name: "Basic", interval: "month", price: 2, included_calls: 100 },
      { name: "Pro", interval: "month", price: 3, included_units: [{ name: "pages", included: 500, most: 10 }] },
    ];
    const terms = { pricing_type: "subscription", price_per_call: null, name: "Planned", plans };
    await publish(product.url, slug, terms);
    const page = await visit(DEMO);
    await openReady(page, `/skills/${slug}`);
    await page.getByText("From $2 per month", { exact: true }).waitFor();
    await page.getByRole("radio", { name: /Pro/ }).check();
    await page.getByText("500 pages a month").waitFor();
    await page.getByRole("radio", { name: /Basic/ }).check();
    await buy(page, "Buy for $2");
    await page.getByText("100 of 100 calls left").waitFor();
    await openReady(page, "/purchases");
    const row = page.getByRole("row", { name: /Planned/ });
    const change = async (plan: RegExp, action: RegExp) => {
      await row.getByRole("button", { name: "Change plan" }).first().click();
      await page.getByRole("radio", { name: plan }).check();
      await page.getByRole("button", { name: action }).click();
    };
    await change(/Pro/, /^Pay \$1(\.0\d)? and change$/);
    await page.getByText("Your plan of Planned is now Pro.").waitFor();
    await change(/Basic/, /^Change at the end of the term$/);
    await page.getByText(/^Planned changes to Basic on /).waitFor();
    await expect(row.filter({ hasText: "as Basic, $2" })).toHaveCount(1);
  });
});
