import { expect } from "@playwright/test";
import { test } from "@/tests/e2e/fixtures";
import { ADMIN, DEVELOPER } from "@/tests/e2e/people";
import { openReady } from "@/tests/e2e/ready";

test("an administrator views the marketplace as an account, which is notified with the reason, and ends the view", async ({
  visit,
}) => {
  // Signed in by itself, since its session changes.
  const page = await visit({ ...ADMIN });
  await openReady(page, `/admin/accounts?search=${DEVELOPER.email}`);
  await page.getByRole("link", { name: "Lindqvist Tools" }).click();
  await page.getByRole("button", { name: "View as this account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Reason/).fill("Their earnings look wrong.");
  await dialog.getByRole("button", { name: "View as this account" }).click();
  const banner = page.getByRole("complementary", { name: "Viewing as another account" });
  await expect(banner).toContainText(DEVELOPER.email);
  await openReady(page, "/notifications");
  await expect(page.getByText(/gave this reason: Their earnings look wrong\./).first()).toBeVisible();
  await banner.getByRole("button", { name: "End" }).click();
  await expect(page.getByText("account.view_end").first()).toBeVisible();
  await expect(banner).toBeHidden();
});
