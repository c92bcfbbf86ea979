import { expect, type Page } from "@playwright/test";
import { test } from "@/tests/e2e/fixtures";
import { ADMIN, DEMO, DEVELOPER } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady, ready } from "@/tests/e2e/ready";

/** How long a slow network keeps an answer back. */
const SLOW_MS = 1_500;

/** Calls the API with the session of a page. */
async function api(page: Page, method: string, path: string, data?: object) {
  const answer = await page.request.fetch(`${product.url}${path}`, {
    method,
    headers: { origin: product.url },
    ...(data && { data }),
  });
  expect([path, answer.status() < 300 ? "" : await answer.text()]).toEqual([path, ""]);
  return answer.json();
}

/** A skill of the developer who looks at a page. */
async function skillOf(page: Page, more: object = {}): Promise<{ id: string; path: string }> {
  const { id } = await api(page, "POST", "/v1/developer/skills", {
    slug: `edited-${Date.now()}`,
    name: "Edited",
    description: "As it was.",
    category: "data",
    execution_type: "api",
    api_endpoint: "http://demo-provider.localhost/text-statistics",
    pricing_type: "usage",
    price_per_call: 0.2,
    ...more,
  });
  return { id, path: `/v1/developer/skills/${id}` };
}

const saved = (page: Page) => page.getByText("Draft saved").waitFor();
const overtaken = (page: Page) => page.getByText("This skill was changed elsewhere");

test.describe("the editor", () => {
  test("what was saved is there after Back, and on every tab beside it", async ({ visit }) => {
    const page = await visit(DEVELOPER);
    const { id, path } = await skillOf(page);
    await openReady(page, `/console/${id}`);
    await page.getByLabel("Name", { exact: true }).fill("Renamed");
    await page.getByLabel("Short description").fill("As it is now.");
    await saved(page);
    await page.getByRole("tab", { name: "Calls" }).click();
    await page.waitForURL("**/calls");
    await page.getByRole("heading", { name: /^Renamed/ }).waitFor();
    await page.goBack();
    const description = page.getByLabel("Short description");
    await expect.poll(() => description.inputValue()).toBe("As it is now.");
    await page.getByLabel("Readme (Markdown)").fill("# Later");
    await expect.poll(async () => (await api(page, "GET", path)).readme).toBe("# Later");
    await saved(page);
    expect([await overtaken(page).count(), (await api(page, "GET", path)).description]).toEqual([0, "As it is now."]);
  });

  test("a price is applied once, whatever is typed and saved beside it", async ({ visit }) => {
    const [page, admin] = [await visit(DEVELOPER), await visit(ADMIN)];
    const { id, path } = await skillOf(page, { submit: true });
    await api(admin, "PATCH", "/v1/admin/skills", { skill_id: id, action: "approve" });
    await openReady(page, `/console/${id}`);
    const sent: string[] = [];
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() === "PATCH") {
        sent.push(Object.keys(route.request().postDataJSON()).sort().join(" "));
        await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      }
      await route.continue();
    });
    await page.getByLabel("Short description").fill("Better.");
    await page.getByText("Saving…").waitFor();
    await page.getByLabel("Price per call (USD)").fill("0.3");
    await page.getByRole("button", { name: "Apply price" }).click();
    await page.getByRole("button", { name: "Change price" }).dblclick();
    await page.getByText("Applied.").waitFor();
    await page.getByLabel("Short description").fill("Better still.");
    await saved(page);
    const { description, price_per_call } = await api(page, "GET", path);
    expect([description, price_per_call, await overtaken(page).count()]).toEqual(["Better still.", 0.3, 0]);
    const words = "expected_updated_at submit";
    expect(sent.sort()).toEqual([
      `description ${words}`,
      `description ${words}`,
      "expected_updated_at price_per_call submit",
    ]);
  });

  test("a new price that is not applied yet outlives a reload beside an open edit, and the page says so", async ({
    visit,
  }) => {
    const [page, admin] = [await visit(DEVELOPER), await visit(ADMIN)];
    const { id, path } = await skillOf(page, { submit: true });
    await api(admin, "PATCH", "/v1/admin/skills", { skill_id: id, action: "approve" });
    await openReady(page, `/console/${id}`);
    const price = page.getByLabel("Price per call (USD)");
    await price.fill("0.3");
    await page.getByText("New price not applied").waitFor();
    await page.getByLabel("Short description").fill("An open edit.");
    await expect.poll(async () => (await api(page, "GET", path)).description).toBe("An open edit.");
    await page.getByText("New price not applied").waitFor();
    await page.reload();
    await ready(page);
    await page.getByText("New price not applied").waitFor();
    expect([await price.inputValue(), await page.getByLabel("Short description").inputValue()]).toEqual([
      "0.3",
      "An open edit.",
    ]);
    await page.getByRole("button", { name: "Apply price" }).click();
    await page.getByRole("button", { name: "Change price" }).click();
    await saved(page);
  });

  test("what cannot be sent or was called before is never shown as done", async ({ visit }) => {
    const page = await visit(DEVELOPER);
    const { id } = await skillOf(page, {
      api_schema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    });
    await openReady(page, `/console/${id}`);
    await page.getByText("Ready to submit").waitFor();
    await page.getByRole("button", { name: "Send test call" }).click();
    await page.getByText("Works", { exact: true }).waitFor();
    await page.getByLabel("Endpoint", { exact: true }).fill("http://api.example.com/count");
    await expect(page.getByText("Works", { exact: true })).toHaveCount(0);
    await page.getByLabel("Price per call (USD)").fill("abc");
    await page.getByText("2 to do before submitting").waitFor();
    await expect(page.getByRole("button", { name: "Submit for review" })).toBeDisabled();
    await page.getByLabel("Endpoint", { exact: true }).fill("http://demo-provider.localhost/text-statistics");
    await page.getByLabel("Price per call (USD)").fill("0.2");
    await page.getByText("Ready to submit").waitFor();
    await page.getByRole("button", { name: "Submit for review" }).click();
    await page.getByText("is waiting for review").waitFor();
    await expect(page.getByText("Ready to submit")).toHaveCount(0);
  });

  test("a new price is asked about with before, after and whom it meets, and can be cancelled while it is announced", async ({
    visit,
  }) => {
    const [page, admin] = [await visit(DEVELOPER), await visit(ADMIN)];
    const { id, path } = await skillOf(page, { submit: true });
    await api(admin, "PATCH", "/v1/admin/skills", { skill_id: id, action: "approve" });
    const { slug } = await api(page, "GET", path);
    const caller = await visit(DEMO);
    await api(caller, "POST", `/v1/skills/${slug}/execute`, { text: "a" });
    await openReady(page, `/console/${id}`);
    const [field, dialog] = [page.getByLabel("Price per call (USD)"), page.getByRole("alertdialog")];
    const ask = async (price: string) => {
      await field.fill(price);
      await page.getByRole("button", { name: "Apply price" }).click();
    };
    await ask("0.5");
    for (const text of ["$0.20 per call", "$0.50 per call", "1 account bought or called", "after 7 days"])
      await dialog.getByText(text).waitFor();
    await dialog.getByRole("button", { name: "Announce price" }).click();
    await page.getByText("Announced.", { exact: true }).waitFor();
    await expect(field).toHaveValue("0.2");
    expect(await api(page, "GET", path)).toMatchObject({
      price_per_call: 0.2,
      price_change: { price_per_call: 0.5 },
    });
    await openReady(caller, `/skills/${slug}`);
    await caller.getByText("$0.50 per call").waitFor();
    await page.getByRole("button", { name: "Cancel price change" }).click();
    await expect.poll(async () => (await api(page, "GET", path)).price_change).toBeNull();
    await ask("0.1");
    await dialog.getByText("New purchases and calls pay the new price immediately.").waitFor();
    await dialog.getByRole("button", { name: "Change price" }).click();
    await page.getByText("Applied.").waitFor();
    expect((await api(page, "GET", path)).price_per_call).toBe(0.1);
  });
});
