import { expect } from "@playwright/test";
import { findings } from "@/tests/e2e/findings";
import { test } from "@/tests/e2e/fixtures";
import { openReady } from "@/tests/e2e/ready";

test("skills are chosen on cards and on a skill's page, compared for one's own calls, and the address can be sent", async ({
  page,
  visit,
}) => {
  await openReady(page, "/skills?search=text");
  const tray = page.getByRole("region", { name: "Skills to compare" });
  await expect(tray).toHaveCount(0);
  await page.getByRole("button", { name: "Compare Text statistics" }).click();
  await expect(tray.getByRole("button")).toHaveText(["Text statistics"]);
  await openReady(page, "/skills/cron-explained");
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(page.getByRole("button", { name: "Compare", exact: true })).toHaveAttribute("aria-pressed", "true");
  await tray.getByRole("link", { name: "Compare" }).click();
  await page.waitForURL("**/compare?skills=text-statistics,cron-explained");
  const table = page.getByRole("region", { name: "Comparison" });
  await table.getByRole("columnheader", { name: /Cron explained/ }).waitFor();
  await expect(table.getByRole("row", { name: /^Price \$/ })).toContainText("$1.50 per week");
  await page.getByLabel("Calls a month").fill("20000");
  await page.getByRole("button", { name: "Update prices" }).click();
  await page.waitForURL("**/compare?skills=text-statistics%2Ccron-explained&calls=20000");
  const costs = await table.getByRole("row", { name: /^20,000 calls a month/ }).textContent();
  expect(await findings(page)).toEqual([]);

  const friend = await visit(null);
  await openReady(friend, page.url());
  await expect(friend.getByRole("row", { name: /^20,000 calls a month/ })).toHaveText(costs ?? "");

  await page.getByRole("navigation", { name: "Add a skill" }).getByRole("link").first().click();
  await expect(table.getByRole("columnheader")).toHaveCount(3 + (await table.locator("th[scope=colgroup]").count()));
  for (const name of ["Remove Text statistics", "Remove Cron explained"]) {
    await page.getByLabel(name).click();
    await expect(page.getByLabel(name)).toHaveCount(0);
  }
  await page.getByRole("link", { name: /^Remove/ }).click();
  await page.getByText("No skills chosen").waitFor();
  await page.getByRole("link", { name: "Browse skills" }).click();
  await page.waitForURL("**/skills");
  await expect(tray).toHaveCount(0);
});

test("a fifth skill is refused in words, and unknown ones are named", async ({ page }) => {
  await openReady(page, "/skills");
  const buttons = page.locator("article").getByRole("button", { name: /^Compare / });
  // A skill may be on several shelves.
  const names = new Set(await buttons.evaluateAll((all) => all.map((button) => button.ariaLabel ?? "")));
  for (const name of [...names].slice(0, 5)) await page.getByRole("button", { name, exact: true }).first().click();
  await page.getByText("You can compare up to 4 skills. Remove one first.").first().waitFor();
  await expect(page.getByRole("region", { name: "Skills to compare" }).getByRole("button")).toHaveCount(4);
  await openReady(page, "/compare?skills=text-statistics,no-such-skill");
  await page.getByText("No skill found for “no-such-skill”.").waitFor();
  await openReady(page, "/compare");
  await page.getByText("No skills chosen").waitFor();
});
