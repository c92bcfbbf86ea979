import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "@/tests/e2e/fixtures";
import { product } from "@/tests/e2e/product";
import { openReady, ready } from "@/tests/e2e/ready";
import { promote, publish } from "@/tests/e2e/shop";

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
  // A navigation before the page is there would be given up.
  await page.getByRole("button", { name: "$10", exact: true }).waitFor();
  await ready(page);
}

const panel = (title: string) => page.locator("section", { has: page.getByRole("heading", { name: title }) });

async function saveCard(button: RegExp): Promise<void> {
  await page.getByRole("button", { name: "Save a card" }).click();
  await page.getByRole("button", { name: button }).click();
  await page.getByLabel("Add (USD)").waitFor({ timeout: SOON_MS });
}

async function turnOn(threshold: number, amount: number, limit: number): Promise<void> {
  const card = panel("Automatic top-up");
  await card.getByLabel("When the balance falls below (USD)").fill(String(threshold));
  await page.getByLabel("Add (USD)").fill(String(amount));
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
  await seeSoon(page.getByRole("link", { name: "Card receipt" }));
  const receipt = await page.getByRole("link", { name: "Card receipt" }).first().getAttribute("href");
  await page.getByLabel("Alert me below (USD)").fill("20");
  await panel("Alerts and limits").getByRole("button", { name: "Turn on" }).first().click();
  await page.getByRole("button", { name: "Turn off" }).first().waitFor();
  const news = page.getByRole("link", { name: /Notifications, \d new/ });
  await seeSoon(news);
  await news.click();
  await page.waitForURL("**/notifications");
  await seeSoon(page.getByText("Your balance is down to $10"));
  await seeSoon(page.getByText("$10 added to your balance"));
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
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove card" }).click();
  await page.getByRole("button", { name: "Save a card" }).waitFor();
});

/** Begins a payment of 10 credits. */
async function beginPayment(from: string): Promise<void> {
  await openReady(page, from);
  await page.getByRole("button", { name: "$10", exact: true }).click();
  await page.getByRole("button", { name: "Pay $10.00" }).waitFor();
}

test("a payment for a skill ends with its purchase at one press; one for no skill leads to the wallet", async () => {
  await beginPayment("/wallet");
  await page.getByRole("button", { name: "Pay $10.00" }).click();
  await page.getByRole("link", { name: "To the wallet" }).waitFor({ timeout: SOON_MS });
  const slug = `dear-${Date.now()}`;
  const fields = { name: `Dear ${slug}`, pricing_type: "subscription", price: 17, price_per_call: null };
  await publish(product.url, slug, fields);
  await openReady(page, `/skills/${slug}`);
  await page.getByRole("link", { name: "Top up to buy" }).click();
  await page.getByText(`Add $7 to buy ${fields.name}. You confirm next.`).waitFor();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.getByText(`For ${fields.name}`).waitFor();
  await page.getByRole("button", { name: "Pay $7.00" }).click();
  await page.getByText(`$7 added for ${fields.name}.`).waitFor({ timeout: SOON_MS });
  await page.getByText("$17", { exact: true }).first().waitFor();
  await page.getByText("$0", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: "Buy for $17" }).click();
  await page.waitForURL(`**/skills/${slug}?tab=try`);
  await page.getByText(/^Bought, renews/).waitFor();
});

test("a promotion code is still applied when its buyer comes back from topping up", async () => {
  const slug = `coded-${Date.now()}`;
  const fields = { name: `Coded ${slug}`, pricing_type: "subscription", price: 20, price_per_call: null };
  const id = await publish(product.url, slug, fields);
  await promote(product.url, id, { code: "HALF", percent_off: 50 });
  await openReady(page, `/skills/${slug}`);
  await page.getByText("Promotion code").click();
  await page.getByLabel("Code", { exact: true }).fill("half");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.getByText("$10 instead of $20").waitFor();
  await page.getByRole("link", { name: "Top up to buy" }).click();
  await page.getByText(`Add $10 to buy ${fields.name}. You confirm next.`).waitFor();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.getByRole("button", { name: "Pay $10.00" }).click();
  await page.getByRole("button", { name: "Buy for $10" }).click({ timeout: SOON_MS });
  await page.waitForURL(`**/skills/${slug}?tab=try`);
  await page.getByText(/^Bought, renews/).waitFor();
});

test("a payment that was canceled says why its card was declined, and goes on from the wallet", async () => {
  await beginPayment("/wallet?skill=cron-explained");
  await page.getByRole("button", { name: "Let the card be declined" }).click();
  await page.getByText("Your card was declined. Nothing was charged.").waitFor();
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByText("Checkout canceled. Nothing was charged.").waitFor();
  await expect(page.getByRole("link", { name: "Back to the skill" })).toHaveAttribute("href", "/skills/cron-explained");
  await seeSoon(page.getByText("Your card was declined."));
  await openReady(page, "/wallet");
  await page.getByText("You haven't finished paying $10 for Cron explained.").waitFor();
  await page.getByRole("link", { name: "Continue payment" }).first().click();
  await page.getByRole("button", { name: "Pay $10.00" }).click();
  await page.getByRole("button", { name: "Buy for $1.50" }).waitFor({ timeout: SOON_MS });
  await openReady(page, "/wallet?order=nonsense");
  await page.getByText("We don't know this payment.").waitFor();
  await expect(page.getByText("Your payment is pending")).toHaveCount(0);
});
