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
  await openReady(page, `/skills?category=${slug}`);
  await expect(page.getByRole("heading", { name: "Writing & editing" })).toBeVisible();
});

test("the form of the settings sends nothing as it is, and only what is edited", async ({ visit }) => {
  const page = await visit(ADMIN);
  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH" && request.url().endsWith("/v1/admin/settings")) sent.push(request.postDataJSON());
  });
  await openReady(page, "/admin/settings");
  const save = page.getByRole("button", { name: "Save settings" });
  await save.click();
  await expect(page.getByText("Nothing has changed.")).toBeVisible();
  const [footer, hours] = [page.getByLabel("Mail footer"), page.getByLabel("Review target, in hours")];
  await footer.fill("1 Main Street");
  await expect(page.getByRole("figure", { name: "Preview of a mail" })).toContainText("1 Main Street");
  await hours.fill("47");
  await save.click();
  await expect(page.getByText("Settings saved.").first()).toBeVisible();
  await openReady(page, "/admin/settings");
  await expect(footer).toHaveValue("1 Main Street");
  await footer.fill("");
  await hours.fill("48");
  await save.click();
  await expect
    .poll(() => sent)
    .toEqual([
      { mail_footer: "1 Main Street", review_target_hours: 47 },
      { mail_footer: null, review_target_hours: 48 },
    ]);
});
