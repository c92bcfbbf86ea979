import { expect } from "@playwright/test";
import { findings } from "@/tests/e2e/findings";
import { test } from "@/tests/e2e/fixtures";
import { DEMO, DEVELOPER } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";
import { publish } from "@/tests/e2e/shop";

const properties = { text: { type: "string", title: "Text", examples: ["Two words"] } };
const tool = (name: string, path: string, title: string) => ({
  name,
  title,
  description: `${title} of a text, as the demo's provider makes it.`,
  input_schema: { type: "object", properties, required: ["text"] },
  http: { method: "POST", path, body: "json" },
});
const SEVERAL = {
  name: "Texts, several ways",
  api_endpoint: "http://demo-provider.localhost",
  price_per_call: 0.02,
  operations: [
    tool("statistics", "/text-statistics", "Statistics"),
    { ...tool("readability", "/readability", "Readability"), annotations: { read_only: true } },
  ],
  operation_prices: { readability: 0 },
};

test("a buyer sees the tools of a skill with their prices, runs one by its form, and gets its code", async ({
  visit,
}) => {
  const slug = `several-${Date.now()}`;
  await publish(product.url, slug, SEVERAL);
  const page = await visit(DEMO);
  await openReady(page, `/skills/${slug}`);
  const tools = page.getByRole("navigation", { name: "Tools" });
  await expect(tools.getByRole("link")).toHaveCount(2);
  await expect(tools.getByRole("link", { name: /Statistics.*\$0\.02/ })).toBeVisible();
  await tools.getByRole("link", { name: /Readability.*Free/ }).click();
  await page.waitForURL("**tool=readability**");
  await page.getByLabel("Text").fill("Some words that are easy to read.");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByText("Free").last()).toBeVisible();
  await page.getByRole("link", { name: /Statistics.*\$0\.02/ }).click();
  await page.waitForURL("**tool=statistics**");
  await page.getByLabel("Text").fill("Two words");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByText('"words": 2')).toBeVisible();
  await openReady(page, `/skills/${slug}?tab=api&tool=readability`);
  await expect(page.getByText(`/v1/skills/${slug}/tools/readability/execute`).first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test("a visitor begins with a tool that only reads, and runs it; any other needs an account", async ({ visit }) => {
  const slug = `several-tried-${Date.now()}`;
  await publish(product.url, slug, { ...SEVERAL, free_calls: 3, operation_prices: {} });
  const page = await visit(null);
  await openReady(page, `/skills/${slug}`);
  await page.getByRole("link", { name: "Try it free" }).click();
  await page.getByRole("textbox", { name: "Text" }).fill("Some words that are easy to read.");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText("With an account:").waitFor();
  const way = page.locator("main").getByRole("link", { name: "Create an account" }).first();
  await expect(way).toHaveAttribute("href", new RegExp(encodeURIComponent("?tab=try&tool=readability")));
  await page.getByRole("link", { name: /Statistics.*\$0\.02/ }).click();
  await page.getByRole("link", { name: "Sign in to run" }).waitFor();
});

test("a developer edits the prices of tools and hides one", async ({ visit }) => {
  const slug = `several-edited-${Date.now()}`;
  const id = await publish(product.url, slug, SEVERAL);
  const page = await visit(DEVELOPER);
  await openReady(page, `/console/${id}`);
  const tools = page.getByRole("list", { name: "Tools" });
  await expect(tools.getByRole("listitem")).toHaveCount(2);
  expect(await findings(page)).toEqual([]);
  await tools.getByLabel("Offered").first().selectOption("no");
  await page.getByText("Draft saved").waitFor();
  const { operations } = await (await page.request.get(`${product.url}/v1/developer/skills/${id}`)).json();
  expect(operations.map(({ hidden }: { hidden: boolean }) => hidden)).toEqual([true, false]);
});

test.describe("the seller's server", () => {
  test.use({ expectedProblems: /status of 400/ });

  test("a developer tests a tool by its form, and sets the credentials of the own server", async ({ visit }) => {
    const slug = `several-tested-${Date.now()}`;
    const id = await publish(product.url, slug, SEVERAL);
    const page = await visit(DEVELOPER);
    await openReady(page, `/console/${id}`);
    const tester = page.getByRole("region", { name: "Test a tool" });
    await tester.getByLabel("Tool", { exact: true }).selectOption("statistics");
    await tester.getByLabel("Text").fill("");
    await tester.getByRole("button", { name: "Send test call" }).click();
    await expect(tester.getByRole("alert").first()).toBeVisible();
    await tester.getByLabel("Text").fill("Three plain words");
    await tester.getByRole("button", { name: "Send test call" }).click();
    await expect(tester.getByText("Works")).toBeVisible();
    await expect(tester.getByText('"words": 3')).toBeVisible();

    await page.getByLabel("Header", { exact: true }).fill("Host");
    await page.getByLabel("Value", { exact: true }).fill("s3cret-of-the-page");
    await page.getByRole("button", { name: "Save credentials" }).click();
    await expect(page.getByText("Can't be set here")).toBeVisible();
    await page.getByLabel("Header", { exact: true }).fill("X-Api-Key");
    await page.getByRole("button", { name: "Save credentials" }).click();
    await expect(page.getByText("sent to http://demo-provider.localhost")).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await openReady(page, `/console/${id}`);
    await expect(page.getByText("sent to http://demo-provider.localhost")).toBeVisible();
    expect(await page.content()).not.toContain("s3cret-of-the-page");
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await expect(page.getByRole("button", { name: "Save credentials" })).toBeVisible();
  });
});
