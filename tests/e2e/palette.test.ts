import { expect } from "@playwright/test";
import { test } from "@/tests/e2e/fixtures";
import { DEMO } from "@/tests/e2e/people";
import { openReady } from "@/tests/e2e/ready";

test.describe("searching by keyboard", () => {
  test("Enter opens what was typed last, also before its results are there and with the pointer over the list", async ({
    visit,
  }) => {
    const page = await visit(DEMO);
    // Answers come late: what is shown meanwhile are the results of the text before.
    await page.route("**/suggest?search=wallet", async (route) => {
      await new Promise((later) => setTimeout(later, 2_000));
      await route.continue();
    });
    for (const isHovering of [false, true]) {
      await openReady(page, "/docs");
      await page.keyboard.press("Control+k");
      const input = page.getByPlaceholder("Skills, pages, actions, docs …");
      await input.fill("text");
      const option = page.getByRole("option", { name: /Text statistics/ });
      await option.waitFor();
      if (isHovering) await option.hover();
      await input.press("Control+a");
      await page.keyboard.type("wallet");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/wallet");
    }
    // Words that no page has lead to the search, never to a result of the text before.
    await openReady(page, "/docs");
    await page.keyboard.press("Control+k");
    await page.getByPlaceholder("Skills, pages, actions, docs …").fill("text");
    await page.getByRole("option", { name: /Text statistics/ }).waitFor();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("qqzz");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/skills?search=qqzz");
  });

  test("Enter in the search field never opens a suggestion for the text before", async ({ visit }) => {
    const page = await visit(null);
    await page.route("**/suggest?search=qqzz", async (route) => {
      await new Promise((later) => setTimeout(later, 2_000));
      await route.continue();
    });
    await openReady(page, "/docs");
    const field = page.getByLabel("Search skills");
    await field.fill("text");
    await page.getByRole("option", { name: /Text statistics/ }).waitFor();
    await field.press("ArrowDown");
    await field.press("Control+a");
    await page.keyboard.type("qqzz");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/skills?search=qqzz");
  });

  test("Escape in the search field closes the suggestions and leaves the search and the page as they are", async ({
    visit,
  }) => {
    const page = await visit(null);
    await openReady(page, "/skills?search=json&category=data");
    await expect(page.getByRole("link", { name: "Best match" })).toHaveAttribute("aria-current", "true");
    const field = page.getByLabel("Search skills");
    await field.focus();
    await page.keyboard.press("End");
    await page.keyboard.type(" f");
    await page.getByRole("listbox", { name: "Suggestions" }).waitFor();
    await page.waitForURL(/search=json\+f/);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("listbox", { name: "Suggestions" })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(field).toHaveValue("json f");
    await page.keyboard.press("Tab");
    await expect(page).toHaveURL(/search=json\+f/);
  });

  test("the palette switches the theme and signs out", async ({ visit }) => {
    const page = await visit({ ...DEMO });
    await openReady(page, "/docs");
    const act = async (words: string, name: string) => {
      await page.keyboard.press("Control+k");
      await page.getByPlaceholder("Skills, pages, actions, docs …").fill(words);
      await page.getByRole("option", { name, exact: true }).waitFor();
      await page.keyboard.press("Enter");
    };
    await act("theme", "Use the dark theme");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await act("sign out", "Sign out");
    await page.getByRole("link", { name: "Sign in", exact: true }).first().waitFor();
  });
});
