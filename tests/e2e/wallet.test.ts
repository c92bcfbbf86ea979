import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "@/tests/e2e/fixtures";
import { product } from "@/tests/e2e/product";
import { openReady, ready } from "@/tests/e2e/ready";

const PASSWORD = "a long password";
/** Longest wait for what the processor and the jobs do by themselves. */
const SOON_MS = 60_000;
/** How long a page is looked at before it is loaded again. */
const LOOK_MS = 2_000;

let page: Page;

test.beforeEach(async ({ visit }) => {
  page = await visit(null);
  await signInSomebodyNew();
});
async function signInSomebodyNew(): Promise<void> {
  const email = `wallet-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`;
  await fetch(`${product.url}/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  await openReady(page, "/sign-in?next=/wallet");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/wallet$/);
}

const panel = (title: string) => page.locator("section", { has: page.getByRole("heading", { name: title }) });

async function saveCard(button: RegExp): Promise<void> {
  await page.getByRole("button", { name: "Save a card" }).click();
  await page.getByRole("button", { name: button }).click();
  await page.getByLabel("Buy (USD)").waitFor({ timeout: SOON_MS });
}

async function turnOn(threshold: number, amount: number, limit: number): Promise<void> {
  const card = panel("Automatic top-up");
  await card.getByLabel("When the balance falls below (credits)").fill(String(threshold));
  await page.getByLabel("Buy (USD)").fill(String(amount));
  await page.getByLabel("Monthly limit (USD)").fill(String(limit));
  await card.getByRole("button", { name: "Turn on" }).click();
}

/** Reloads until jobs and the processor have brought about what is looked for. */
async function seeSoon(what: Locator): Promise<void> {
  const look = expect(async () => {
    if (await what.first().isVisible()) return;
    await page.reload();
    await ready(page);
    await expect(what.first()).toBeVisible({ timeout: LOOK_MS });
  });
  await look.toPass({ timeout: SOON_MS });
}

test("a saved card buys credits automatically, with a receipt and a notification", async () => {
  await saveCard(/works/);
  await turnOn(5, 10, 9);
  await page.getByText("must be at least the amount of one top-up").waitFor();
  await turnOn(5, 10, 50);
  await page.getByText("Saved.").waitFor();
  await seeSoon(page.getByText(/^automatic$/));
  await seeSoon(page.getByText("$10 bought this month."));
  await page.getByRole("link", { name: "Receipt" }).first().waitFor();
  const receipt = await page.getByRole("link", { name: "Receipt" }).first().getAttribute("href");
  await page.getByLabel("Alert me below (credits)").fill("20");
  await panel("Alerts and limits").getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("button", { name: "Turn off" }).first().waitFor();
  const news = page.getByRole("link", { name: /Notifications, \d new/ });
  await seeSoon(news);
  await news.click();
  await page.waitForURL("**/notifications");
  await seeSoon(page.getByText("Your balance is down to 10 credits"));
  await seeSoon(page.getByText("10 credits have arrived"));
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await page.getByRole("link", { name: "Notifications", exact: true }).first().waitFor();
  await page.goto(receipt ?? "");
  await page.getByText("Receipt for $10.00").waitFor();
  expect(page.url()).toContain("/sandbox/receipts/");
});

test("a declined card turns it off, and the wallet says why", async () => {
  await saveCard(/declined later/);
  await turnOn(5, 10, 50);
  await seeSoon(page.getByText(/Turned off: Your card was declined/));
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Save a card" }).waitFor();
});

test("a payment leads back to where it was wanted, and a later one does not", async () => {
  const pay = async (from: string) => {
    await openReady(page, from);
    await page.getByRole("button", { name: /^10 ?credits/ }).click();
    await page.getByRole("button", { name: "Pay $10.00" }).waitFor();
  };
  await page.getByRole("button", { name: /^10 ?credits/ }).waitFor();
  // Given up at the processor's; what is bought afterwards is for no skill.
  await pay("/wallet?next=/skills/cron-explained");
  await pay("/wallet");
  await page.getByRole("button", { name: "Pay $10.00" }).click();
  await page.getByRole("link", { name: "To the wallet" }).waitFor({ timeout: SOON_MS });
  await pay("/wallet?next=/skills/cron-explained");
  await page.getByRole("button", { name: "Pay $10.00" }).click();
  await page.getByRole("link", { name: "Back to the skill" }).click({ timeout: SOON_MS });
  await page.waitForURL("**/skills/cron-explained");
});

test("a declined card says so at the checkout, cancelling leads back, and an unknown payment is no payment", async () => {
  await page.getByRole("button", { name: /^10 ?credits/ }).waitFor();
  await openReady(page, "/wallet?next=/skills/cron-explained");
  await page.getByRole("button", { name: /^10 ?credits/ }).click();
  await page.getByRole("button", { name: "Let the card be declined" }).click();
  await page.getByText("Your card was declined. Nothing was charged.").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Checkout cancelled. Nothing was charged.").waitFor();
  await page.getByRole("link", { name: "Back to the skill" }).click();
  await page.waitForURL("**/skills/cron-explained");
  await openReady(page, "/wallet?order=nonsense");
  await page.getByText("We don't know this payment.").waitFor();
  await expect(page.getByText("Your payment is on its way")).toHaveCount(0);
});
