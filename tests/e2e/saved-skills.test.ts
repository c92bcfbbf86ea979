import { expect } from "@playwright/test";
import { findings } from "@/tests/e2e/findings";
import { test } from "@/tests/e2e/fixtures";
import { openReady } from "@/tests/e2e/ready";
import { SIGN_IN_PASSWORD as password, registered } from "@/tests/e2e/registered";
import { picture } from "@/tests/e2e/screenshots";

test("a skill is saved to a new list from its page, and the list is renamed and deleted", async ({ visit }) => {
  const { email } = await registered();
  const page = await visit({ email, password });
  await openReady(page, "/skills/text-statistics");
  await page.getByRole("button", { name: "Choose a list" }).click();
  await page.getByRole("menuitemradio", { name: "No list" }).waitFor();
  await page.getByRole("menuitem", { name: "New list…" }).click();
  const dialog = page.getByRole("dialog", { name: "New list" });
  await dialog.getByLabel("Name").fill("Data & words");
  await dialog.getByRole("button", { name: "Save to this list" }).click();
  await page.getByRole("button", { name: "Saved", pressed: true }).waitFor();
  await dialog.waitFor({ state: "detached" });

  await openReady(page, "/skills/json-diff");
  await page.getByRole("button", { name: "Choose a list" }).click();
  await page.getByRole("menuitemradio", { name: "Data & words", checked: false }).waitFor();
  await picture(page, "open-lists");
  expect(await findings(page, { without: "[data-base-ui-focus-guard]" })).toEqual([]);
  await page.getByRole("menuitemradio", { name: "Data & words" }).click();
  await page.getByRole("button", { name: "Saved", pressed: true }).waitFor();
  await page.getByRole("button", { name: "Choose a list" }).click();
  await page.getByRole("menuitemradio", { name: "Data & words", checked: true }).waitFor();
  await page.getByRole("menuitem", { name: "Manage saved skills" }).click();

  await page.getByRole("navigation", { name: "Lists" }).getByRole("link", { name: "Data & words" }).click();
  await page.getByRole("button", { name: "Rename list" }).click();
  await page.getByRole("dialog", { name: "Rename list" }).getByLabel("Name").fill("Text / words");
  await page.getByRole("dialog").getByRole("button", { name: "Rename list" }).click();
  await page.getByRole("link", { name: "Text / words" }).and(page.locator("[aria-current=page]")).waitFor();
  await expect(page.getByText("In Text / words")).toHaveCount(2);

  await page.getByRole("button", { name: "Delete list" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete list" }).click();
  await page.waitForURL("**/favorites");
  await page.getByRole("navigation", { name: "Lists" }).waitFor({ state: "detached" });
  await expect(page.getByRole("article")).toHaveCount(2);
});
