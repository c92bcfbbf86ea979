import { expect } from "@playwright/test";
import { test } from "@/tests/e2e/fixtures";
import { DEMO } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";
import { publish } from "@/tests/e2e/shop";

/** A skill with one parameter, and more that only JSON can say. */
const NESTED = `nested-run-${Date.now()}`;

test.beforeAll(async () => {
  const properties = { text: { type: "string" }, options: { type: "object" } };
  await publish(product.url, NESTED, {
    api_schema: {
      type: "object",
      required: ["text"],
      properties,
      examples: [{ text: "a", options: { a: 0 } }],
    },
  });
});

test.describe("the form of a run", () => {
  test("offers a page to sign in, too, which leads back to what was typed", async ({ visit }) => {
    const page = await visit(DEMO);
    await openReady(page, `/skills/${NESTED}?tab=try`);
    await page.getByLabel("text").fill("Kept.");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByRole("dialog", { name: "Sign in to continue" }).getByRole("button", { name: "Close" }).click();
    const alert = page.getByRole("alert").filter({ hasText: "Your session has expired." });
    await alert.getByRole("link", { name: "Sign in", exact: true }).click();
    await page.waitForURL("**/sign-in?next=**");
    await page.getByLabel("Email").fill(DEMO.email);
    await page.getByLabel("Password", { exact: true }).fill(DEMO.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL(`**/skills/${NESTED}?tab=try`);
    await expect(page.getByLabel("text")).toHaveValue("Kept.");
  });

  test("of a subscription offers the purchase in place of Run, with the code of the page, and then runs", async ({
    visit,
  }) => {
    const slug = `needed-${Date.now()}`;
    await publish(product.url, slug, {
      pricing_type: "subscription",
      price: 1,
      price_per_call: null,
      api_schema: { type: "object", properties: { text: { type: "string" } }, examples: [{ text: "a" }] },
    });
    const page = await visit(DEMO);
    await openReady(page, `/skills/${slug}?tab=try`);
    await page.getByText("Subscribe to run this: $1 per month").waitFor();
    await expect(page.getByRole("button", { name: "Run", exact: true })).toHaveCount(0);
    await page.getByLabel("text").fill("Kept.");
    await page.getByRole("button", { name: "Subscribe", exact: true }).click();
    const question = page.getByRole("alertdialog");
    const run = page.getByRole("button", { name: "Run", exact: true });
    await question.or(run).first().waitFor();
    if (await question.isVisible()) await question.getByRole("button", { name: /^Buy for/ }).click();
    await run.click();
    await page
      .getByText(/Balance: /)
      .first()
      .waitFor();
    await expect(page.getByLabel("text")).toHaveValue("Kept.");
  });
});
