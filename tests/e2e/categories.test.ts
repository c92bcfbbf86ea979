import { expect } from "@playwright/test";
import { test } from "@/tests/e2e/fixtures";
import { ADMIN } from "@/tests/e2e/people";
import { openReady } from "@/tests/e2e/ready";

test("an administrator adds a category, renames it, and merges it away; its old link leads to the other", async ({
  visit,
}) => {
  const page = await visit(ADMIN);
  const [name, renamed] = [`Cooking ${Date.now()}`, `Recipes ${Date.now()}`];
  const slug = name.toLowerCase().replace(" ", "-");
  await openReady(page, "/admin/settings");
  const list = page.getByRole("list", { name: "Categories" });
  await page.getByRole("button", { name: "Add a category" }).click();
  await page.getByLabel("Title", { exact: true }).fill(name);
  await page.getByLabel("Description", { exact: true }).fill("What to cook.");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(list.getByText(name, { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  await page.getByLabel("Title", { exact: true }).fill(renamed);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(list.getByText(renamed, { exact: true }).first()).toBeVisible();
  await page.getByRole("button", { name: `Merge ${renamed}` }).click();
  await page.getByLabel("Into").selectOption("writing");
  await page.getByRole("dialog").getByRole("button", { name: "Merge", exact: true }).click();
  await expect(page.getByText(`Merged ${renamed}.`)).toBeVisible();
  await expect(list.getByText(renamed, { exact: true })).toHaveCount(0);
  await openReady(page, `/?category=${slug}`);
  await expect(page.getByRole("heading", { name: "Writing & editing" })).toBeVisible();
});
