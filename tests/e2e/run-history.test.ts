import { expect } from "@playwright/test";
import { test } from "@/tests/e2e/fixtures";
import { DEMO } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";
import { publish } from "@/tests/e2e/shop";

test("a skill's page lists one's own runs, runs one again, and forgets them when one signs out", async ({ visit }) => {
  const slug = `rerun-${Date.now()}`;
  await publish(product.url, slug, {
    api_schema: {
      type: "object",
      required: ["text"],
      properties: { text: { type: "string" } },
      examples: [{ text: "one two three" }],
    },
  });
  // Signed in by itself, since it signs out.
  const page = await visit({ ...DEMO });
  await openReady(page, `/skills/${slug}?tab=try`);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const runs = page.getByRole("region", { name: "Your runs" });
  await expect(runs.getByRole("listitem")).toHaveCount(1);
  await expect(runs.getByText('{"text":"one two three"}')).toBeVisible();
  await expect(runs.getByRole("button", { name: "Copy as curl" })).toBeVisible();
  await openReady(page, `/skills/${slug}?tab=try`);
  await runs.getByRole("button", { name: "Run again" }).click();
  await expect(runs.getByRole("listitem")).toHaveCount(2);

  const stored = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("runs:")));
  expect(await stored()).toEqual([`runs:${slug}`]);
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Sign in", exact: true }).first()).toBeVisible();
  expect(await stored()).toEqual([]);
});
