import { expect } from "@playwright/test";
import { findings } from "@/tests/e2e/findings";
import { test } from "@/tests/e2e/fixtures";
import { DEMO, DEVELOPER } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";
import { picture } from "@/tests/e2e/screenshots";
import { publish } from "@/tests/e2e/shop";

const CREDENTIAL = {
  name: "tracker_token",
  description: "Reads the issues of your tracker",
  url: "https://example.com/tokens",
  in: "header",
  as: "X-Token",
};
const VALUE = "a-token-of-the-buyer";
const TELEPHONE = { width: 390, height: 844 };

test.use({ expectedProblems: /status of 400/ });

test("a buyer is sent from a refused run to the form, adds a credential, runs, and removes it", async ({ visit }) => {
  const slug = `credential-${Date.now()}`;
  const id = await publish(product.url, slug, { credentials: [CREDENTIAL], price_per_call: 0.01 });
  const page = await visit(DEMO);
  await page.setViewportSize(TELEPHONE);
  await openReady(page, `/skills/${slug}?tab=try`);
  await expect(page.getByRole("heading", { name: "Credentials you need" })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const alert = page.getByRole("alert").filter({ hasText: "This skill needs your tracker_token" });
  await alert.waitFor();
  await picture(page, "credential-required");
  const href = await alert.getByRole("link", { name: "Add credentials" }).getAttribute("href");

  await openReady(page, String(href));
  await expect(page.getByText("No credentials stored")).toBeVisible();
  await expect(page.getByText("The seller receives this value.")).toBeVisible();
  const field = page.getByLabel("Value of tracker_token");
  await field.fill("short");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await picture(page, "credential-refused");
  await field.fill(VALUE);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByLabel("New value of tracker_token")).toHaveValue("");
  await expect(page.getByRole("table", { name: "Stored credentials" })).toContainText("Stored");
  await picture(page, "credential-stored");
  expect(await findings(page)).toEqual([]);
  expect(await page.content()).not.toContain(VALUE);

  await openReady(page, `/skills/${slug}?tab=try`);
  await page.getByLabel("Parameters as JSON").fill('{"text": "Two words"}');
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByText('"words": 2')).toBeVisible();
  await openReady(page, "/settings/credentials");
  await page.getByRole("button", { name: /^Remove tracker_token/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No credentials stored")).toBeVisible();

  const seller = await visit(DEVELOPER);
  await openReady(seller, `/console/${id}`);
  await expect(seller.getByLabel("Header name")).toHaveValue("X-Token");
  await seller.getByLabel("Sent as").selectOption("argument");
  await seller.getByLabel("Argument name").fill("no good");
  await expect(seller.getByText("Can't carry a credential")).toBeVisible();
  await picture(seller, "credential-editor");
  await seller.getByLabel("Argument name").fill("token");
  await seller.getByText("Draft saved").waitFor();
  expect(await findings(seller)).toEqual([]);
});
