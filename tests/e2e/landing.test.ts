import { expect } from "@playwright/test";
import { findings } from "@/tests/e2e/findings";
import { test } from "@/tests/e2e/fixtures";
import { ADMIN } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";

test.describe("the landing page", () => {
  test("says what it is, connects each client by one command, and leads to sign-in, registration and selling", async ({
    page,
  }) => {
    await openReady(page, "/");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "Skills for people and agents.Pay for what works.",
    );
    const wallet = page.getByRole("region", { name: "Give your agent a wallet with a cap" });
    await expect(wallet.getByText(`claude mcp add --transport http skills ${product.url}/mcp`)).toBeVisible();
    await wallet.getByRole("radio", { name: "Codex" }).check();
    await expect(wallet.getByText(`codex mcp add skills --url ${product.url}/mcp`)).toBeVisible();
    await expect(wallet.getByText("claude mcp add")).toBeHidden();
    await expect(page.getByRole("region", { name: "How it works" }).getByRole("heading")).toHaveCount(3);
    await expect(page.getByText("keep 85% of every sale")).toBeVisible();
    const head = page.getByRole("banner");
    await expect(head.getByRole("link", { name: "Sign in", exact: true })).toHaveAttribute("href", "/sign-in");
    await head.getByRole("link", { name: "Get started" }).click();
    await page.waitForURL("/register");
  });

  test("typing in its search suggests and swaps nothing; Enter opens the list", async ({ page }) => {
    await openReady(page, "/");
    await page.keyboard.press("/");
    await page.keyboard.type("cash flow");
    await page.getByRole("listbox", { name: "Suggestions" }).waitFor();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Pay for what works.");
    await expect(page).toHaveURL("/");
    await page.keyboard.press("Enter");
    await page.waitForURL("/skills?search=cash+flow");
    await page.getByRole("heading", { name: "“cash flow”" }).waitFor();
  });

  test("is one screen on a phone, with both ways in", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openReady(page, "/");
    const last = await page.getByRole("link", { name: "Start selling" }).boundingBox();
    expect((last?.y ?? Number.POSITIVE_INFINITY) + (last?.height ?? 0)).toBeLessThanOrEqual(844);
    for (const name of ["Sign in", "Get started"])
      await expect(page.getByRole("banner").getByRole("link", { name })).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });

  test("shows the texts, the steps and the picture of the operator", async ({ page, visit }) => {
    const admin = await visit(ADMIN);
    const change = async (data: object) => {
      const headers = { origin: product.url };
      const answer = await admin.request.patch("/v1/admin/settings", { headers, data });
      return { status: answer.status(), settings: (await answer.json()).settings };
    };
    const before = (await (await admin.request.get("/v1/admin/settings")).json()).settings;
    await openReady(admin, "/admin/settings");
    await admin.getByLabel("Heading", { exact: true }).fill("Tools for tillers.");
    await admin.getByLabel("Steps").fill("Plow\nFirst the field.\n\nSow\nThen the seed.");
    await admin.getByLabel("Line for sellers").fill("");
    await admin.getByRole("button", { name: "Save settings" }).click();
    await admin.getByText("Settings saved.").first().waitFor();
    await admin.getByLabel("Upload picture").setInputFiles({
      name: "picture.png",
      mimeType: "image/png",
      buffer: await admin.getByRole("heading", { name: "Settings" }).screenshot(),
    });
    await admin.getByRole("button", { name: "Remove picture" }).waitFor();
    await expect(async () => {
      await page.goto("/");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tools for tillers.", { timeout: 100 });
      const steps = page.getByRole("region", { name: "How it works" });
      await expect(steps.getByRole("listitem")).toHaveText([/Plow.*First the field\./, /Sow.*Then the seed\./]);
      await expect(steps.locator("img[src^='/v1/images/']")).toHaveCount(1);
      await expect(page.getByText("Start selling")).toHaveCount(0);
    }).toPass({ timeout: 60_000 });
    const { landing_title, landing_steps, landing_seller_text } = before;
    const restored = await change({ landing_title, landing_steps, landing_seller_text, landing_picture: null });
    expect(restored).toEqual({ status: 200, settings: before });
  });
});

test.describe("a visitor", () => {
  test("has a first result after two clicks and no field, and finds input, result and place again once registered", async ({
    page,
  }) => {
    await openReady(page, "/");
    await page.getByText("Try now, no account:").locator("..").getByRole("link").first().click();
    await page.waitForURL(/\/skills\/[\w-]+\?tab=try$/);
    const place = page.url();
    await page.getByText("Free, no account needed. 3 tries left today.").waitFor();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const result = page.locator("main pre").first();
    await expect(result).toContainText("{");
    const shown = await result.textContent();
    await page.getByText("You have tried this skill today.").waitFor();
    expect(await findings(page)).toEqual([]);
    const input = await page.locator("main form textarea, main form input").first().inputValue();
    await page.getByRole("link", { name: "Create an account" }).last().click();
    await page.getByLabel("Email").fill(`visitor-${process.pid}-${Date.now()}@example.com`);
    await page.getByLabel("Password").fill("a long password");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL(place);
    await expect(page.locator("main pre").first()).toHaveText(shown ?? "");
    await expect(page.locator("main form textarea, main form input").first()).toHaveValue(input);
    await page
      .getByText(/free calls left, then/)
      .first()
      .waitFor();
  });

  test("is told what a subscription renews and how it is refunded before signing in", async ({ page }) => {
    await openReady(page, "/skills/cron-explained");
    await expect(
      page.getByText("Renews every week until you cancel. Ask for a refund within 14 days of a charge."),
    ).toBeVisible();
    await openReady(page, "/skills/text-statistics");
    await expect(page.getByText("Only calls that succeed are charged.")).toBeVisible();
    await page.getByRole("link", { name: "Try it free" }).click();
    await page.waitForURL("**/skills/text-statistics?tab=try");
  });
});
