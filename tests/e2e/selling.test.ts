import { expect } from "@playwright/test";
import { test } from "@/tests/e2e/fixtures";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";

test("an anonymous visitor finds out from every page what selling costs and pays, and where to begin", async ({
  page,
}) => {
  await openReady(page, "/");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Sell a skill" }).click();
  await expect(page.getByRole("heading", { name: "Sell a skill", level: 1 })).toBeVisible();
  await expect(page.getByText("85%")).toBeVisible();
  await expect(page.getByText(/Germany.*United States/)).toBeVisible();
  await expect(page.getByRole("img", { name: "Done" })).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "Create an account" }).click();
  await expect(page).toHaveURL(/\/register\?next=/);
});

test("the checklist of a signed-in seller ticks itself", async ({ visit }) => {
  const who = { email: `seller-${process.pid}-${Date.now()}@example.com`, password: "a long password" };
  const headers = { origin: product.url, "content-type": "application/json" };
  const registered = await fetch(`${product.url}/v1/auth/register`, {
    method: "POST",
    headers,
    body: JSON.stringify({ ...who, name: "Seller" }),
  });
  const { api_key: key } = (await registered.json()) as { api_key: string };
  const page = await visit(who);
  await openReady(page, "/sell");
  const step = (title: string) => page.getByRole("listitem").filter({ hasText: title });
  await expect(step("Create a draft").getByRole("link", { name: "New skill" })).toBeVisible();
  await expect(page.getByRole("img", { name: "Done" })).toHaveCount(0);
  const made = await fetch(`${product.url}/v1/developer/skills`, {
    method: "POST",
    headers: { ...headers, authorization: `Bearer ${key}` },
    body: JSON.stringify({
      slug: `first-${Date.now()}`,
      name: "First",
      description: "A first skill.",
      category: "data",
    }),
  });
  expect(made.status).toBe(200);
  await openReady(page, "/sell");
  await expect(step("Create a draft").getByRole("img", { name: "Done" })).toBeVisible();
  await expect(page.getByRole("img", { name: "Done" })).toHaveCount(1);
});
