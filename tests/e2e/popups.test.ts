import { expect, type Page } from "@playwright/test";
import { findings, showIn, THEMES } from "@/tests/e2e/findings";
import { test } from "@/tests/e2e/fixtures";
import { DEMO } from "@/tests/e2e/people";
import { openReady } from "@/tests/e2e/ready";
import { picture } from "@/tests/e2e/screenshots";

/** How long a slow network keeps a script back. */
const SLOW_MS = 400;

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);

/** Looks at a page with something open above it, in both themes: axe finds nothing. */
async function inspect(page: Page, label: string): Promise<void> {
  for (const theme of THEMES) {
    await showIn(page, theme);
    // The guards of a popup hand the focus on as soon as they get it; axe cannot see that.
    const without = "[data-base-ui-focus-guard]";
    const found = await findings(page, { without, colorsOnly: theme === "dark" });
    await picture(page, `open-${label}-${theme}`);
    expect([label, theme, found]).toEqual([label, theme, []]);
  }
}

test.describe("what opens above a page", () => {
  test("the account's menu is loaded when it is opened, moves by arrows, and gives the focus back", async ({
    visit,
  }) => {
    const page = await visit(DEMO);
    await openReady(page, "/");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    // What the press asks for is slow to arrive: the press counts all the same.
    await page.route("**/*.js", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      await route.continue();
    });
    await page.evaluate(() => document.querySelector<HTMLElement>("[aria-label='Your account']")?.click());
    await page.getByRole("menu", { name: "Account" }).waitFor();
    expect(asked.filter((path) => path.endsWith(".js")).length).toBeGreaterThan(0);
    await inspect(page, "menu");
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    const button = page.getByRole("button", { name: "Your account" });
    await button.focus();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("menuitem", { name: "Wallet" }).waitFor();
    // Keys are the menu's once it has the focus.
    await expect(page.getByRole("menu").and(page.locator(":focus-within"))).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focused(page)).toMatch(/Wallet/);
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focused(page)).toMatch(/Purchases/);
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page)).toBe("Your account");
    await button.click();
    await page.getByRole("menuitem", { name: "Settings" }).click();
    await page.waitForURL("**/settings");
  });

  test("on a phone the menu is a drawer that leads everywhere and gives the focus back", async ({ visit }) => {
    const page = await visit(DEMO);
    await page.setViewportSize({ width: 390, height: 844 });
    await openReady(page, "/");
    await page.getByRole("button", { name: "Menu" }).click();
    const drawer = page.getByRole("dialog", { name: "Menu" });
    await drawer.getByRole("link", { name: "Wallet" }).waitFor();
    await inspect(page, "drawer");
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toBe("Menu");
    await page.getByRole("button", { name: "Menu" }).click();
    await drawer.getByRole("link", { name: "Usage" }).click();
    await page.waitForURL("**/usage");
  });

  test("a dialog, a confirmation and a toast pass axe, and a confirmation requires its name", async ({ visit }) => {
    const page = await visit(DEMO);
    await openReady(page, "/design");
    const opener = page.getByRole("button", { name: "Dialog", exact: true });
    await opener.click();
    await page.getByRole("dialog", { name: "A dialog" }).waitFor();
    await expect(page.getByRole("dialog").getByRole("textbox").first()).toBeFocused();
    await inspect(page, "dialog");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toBe("Dialog");
    await page.getByRole("button", { name: "Question that wants a name" }).click();
    const question = page.getByRole("alertdialog", { name: "Revoke this key?" });
    await question.waitFor();
    await inspect(page, "question");
    await page.mouse.click(10, 10);
    const revoke = question.getByRole("button", { name: "Revoke the key" });
    await question.getByRole("textbox").fill("lap");
    await expect(revoke).toBeDisabled();
    await question.getByRole("textbox").fill("laptop");
    await page.keyboard.press("Enter");
    await question.waitFor({ state: "detached" });
    // A notice stays while somebody points at it.
    await page.getByText("Revoked.").first().hover();
    await inspect(page, "notice");
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByText("Revoked.").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Question whose act fails" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Try", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("alert").waitFor();
    await inspect(page, "question-failed");
  });

  test("a hint shows the exact time to pointer and keyboard, and Escape takes it away", async ({ visit }) => {
    const page = await visit(DEMO);
    await openReady(page, "/skills/text-statistics");
    const time = page.locator("[data-hint]").first();
    const hint = page.getByRole("tooltip");
    await time.hover();
    await hint.waitFor();
    await expect(hint).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
    expect(await time.getAttribute("aria-describedby")).toBe(await hint.getAttribute("id"));
    await inspect(page, "hint");
    await page.keyboard.press("Escape");
    await hint.waitFor({ state: "detached" });
    await page.mouse.move(0, 0);
    await time.focus();
    await hint.waitFor();
    await page.keyboard.press("Tab");
    await hint.waitFor({ state: "detached" });
  });
});

test.describe("tabs in the address", () => {
  test("arrows move between them, Enter opens one, Back goes back", async ({ visit }) => {
    const page = await visit(DEMO);
    await openReady(page, "/skills/text-statistics");
    await page.getByRole("tab", { name: "Overview" }).focus();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => focused(page)).toBe("Versions");
    await page.keyboard.press("Enter");
    await page.waitForURL(/tab=versions/);
    await page.getByRole("tabpanel", { name: "Versions" }).getByText("Version 1").waitFor();
    await expect.poll(() => focused(page)).toBe("Versions");
    await page.goBack();
    await page.getByRole("tab", { name: "Overview", selected: true }).waitFor();
    expect(new URL(page.url()).search).toBe("");
  });

  test("without scripts every tab and every page of the site is one link away, by keyboard too", async ({
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto("/skills/text-statistics");
    await page.getByRole("tab", { name: "Overview" }).focus();
    await page.keyboard.press("Tab");
    await Promise.all([page.waitForURL(/tab=/), page.keyboard.press("Enter")]);
    await page.goto("/skills?category=finance&sort=rating");
    await page.getByLabel("Search skills").fill("invoice");
    await Promise.all([page.waitForURL(/search=invoice/), page.keyboard.press("Enter")]);
    expect(page.url()).toMatch(/category=finance.*sort=rating/);
    await page.goto("/docs/execute");
    for (const snippet of ["const response = await fetch", "response = requests.post"])
      await expect(page.getByText(snippet).first()).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("link", { name: "Links of this site" }).click();
    await page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Explore" }).click();
    await page.waitForURL("/skills");
    await context.close();
  });
});
