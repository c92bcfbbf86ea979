import { expect } from "@playwright/test";
import { findings, showIn, THEMES } from "@/tests/e2e/findings";
import { type Look, test } from "@/tests/e2e/fixtures";
import { DARK, isFull, LIGHT, labelOf, lookAt } from "@/tests/e2e/looks";
import { addressOf, PRIVATE, unvisited, VISITED } from "@/tests/e2e/page-list";
import { DEMO, type Who } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";

// Pages are looked at as a new installation shows them. These many short tests come last, so that no worker is left over.
test.use({ settings: {} });

/** Pages that together have every color of the product: `npm run test:full` looks at all of them in the dark. */
const DARK_TOO = ["/", "/skills", "/design", "/skills/text-statistics?tab=api", "/console?days=7", "/wallet", "/admin"];

/**
 * Opens a page once and looks at it at every width, some in both themes, as when somebody drags the window's edge: nothing
 * sticks out, axe finds nothing, nothing foreign is asked for.
 */
async function inspect(look: Look, who: Who | null, path: string): Promise<void> {
  const page = await look(who);
  const address = await addressOf(page.context(), path);
  const label = `${who?.email.split("@")[0] ?? "visitor"}-${labelOf(path)}`;
  await openReady(page, address);
  const looks = isFull || DARK_TOO.includes(path) ? [...LIGHT, ...DARK] : LIGHT;
  for (const each of looks) await lookAt(page, address, label, each);
}

test.describe("every page at three widths", () => {
  test.describe.configure({ mode: "parallel" });
  for (const path of VISITED) test(`visitor: ${path}`, ({ look }) => inspect(look, null, path));
  for (const [who, paths] of PRIVATE)
    for (const path of paths) test(`${who.email}: ${path}`, ({ look }) => inspect(look, who, path));
});

test("every page of the product is one of those that are looked at", () => {
  expect(unvisited()).toEqual([]);
});

test("a text that is hard to read is found among many that look like others", async ({ page }) => {
  await openReady(page, "/sign-in");
  await page.locator("main").evaluate((main) => {
    const others = "<p>easy to read</p>".repeat(20);
    main.insertAdjacentHTML("beforeend", `${others}<div style="background:#777"><p>hard to read</p></div>`);
  });
  for (const theme of THEMES) {
    await showIn(page, theme);
    const hard = expect.stringMatching(/^color-contrast: <p[^>]*>hard to read<\/p>$/);
    expect(await findings(page, { colorsOnly: true })).toEqual([hard]);
  }
});

test.describe("what people do", () => {
  test("register, run short of credits, top up, land back, buy, run, see it in usage and ledger, make and revoke a key", async ({
    page,
  }) => {
    await openReady(page, "/skills/cron-explained");
    await page.getByRole("link", { name: "Sign in to buy" }).click();
    await page.getByRole("link", { name: /Create an account/ }).click();
    await page.getByRole("heading", { name: "Create an account" }).waitFor();
    await page.getByLabel("Email").fill(`buyer-${Date.now()}@example.com`);
    await page.getByLabel("Password").fill("a long password");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL("**/skills/cron-explained");
    await page.getByText(/Renews \w+ \d+(, \d+)?, cancel anytime/).waitFor();
    await page.getByRole("link", { name: "Top up to buy" }).click();
    await page.getByText(/cancel anytime/).waitFor({ state: "detached" });
    await expect(page.getByLabel("Custom amount (USD)")).toHaveValue("5");
    await page.getByRole("button", { name: "$10", exact: true }).click();
    await page.getByRole("button", { name: "Pay $10.00" }).click();
    await page.getByRole("button", { name: "Buy for $1.50" }).click();
    await page.waitForURL("**/skills/cron-explained?tab=try");
    await page.getByLabel("Cron expression").fill("0 9 * * 1");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("Monday").first().waitFor();
    await openReady(page, "/usage");
    await page.getByRole("table", { name: "Your calls" }).getByText("Cron explained").waitFor();
    await openReady(page, "/wallet");
    const transactions = page.getByRole("table", { name: "Your transactions" });
    await expect(transactions).toHaveText(/Purchase[\s\S]*−\$1\.50[\s\S]*Top-up[\s\S]*\+\$10/);
    await openReady(page, "/purchases");
    await page.getByRole("button", { name: "Cancel renewal" }).click();
    await page.getByRole("button", { name: "Resume renewal" }).waitFor();
    await openReady(page, "/keys");
    await page.getByLabel("Name").fill("agent");
    await page.getByRole("button", { name: "Create key" }).click();
    const secret = ((await page.getByText(/^skm_\w{36}$/).textContent()) ?? "").trim();
    const status = async () =>
      (await fetch(`${product.url}/v1/balance`, { headers: { authorization: `Bearer ${secret}` } })).status;
    expect(await status()).toBe(200);
    await page.getByRole("row", { name: /agent/ }).getByRole("button", { name: "Revoke" }).click();
    const question = page.getByRole("alertdialog", { name: "Revoke this key?" });
    await question.getByText("Calls in the last 24 hours: 0").waitFor();
    const revoke = question.getByRole("button", { name: "Revoke the key" });
    await expect(revoke).toBeDisabled();
    await question.getByRole("textbox").fill("agent");
    await revoke.click();
    await page.getByText("agent is revoked.").first().waitFor();
    await page.getByRole("row", { name: /agent/ }).waitFor({ state: "detached" });
    expect(await status()).toBe(401);
  });

  test("a sign-in link with a foreign redirect stays on the site", async ({ page }) => {
    await openReady(page, "/sign-in?next=https://evil.example");
    await page.getByLabel("Email").fill("demo@example.com");
    await page.getByLabel("Password").fill(DEMO.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL("/skills");
  });
});
