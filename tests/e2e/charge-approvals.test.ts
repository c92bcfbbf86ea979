import { expect } from "@playwright/test";
import { findings } from "@/tests/e2e/findings";
import { test } from "@/tests/e2e/fixtures";
import { DEMO } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";
import { picture } from "@/tests/e2e/screenshots";
import { publish } from "@/tests/e2e/shop";

const SLUG = `approved-charge-${Date.now()}`;
const TELEPHONE = { width: 390, height: 844 };

test("a charge above a key's threshold is approved on a telephone, and then charged once", async ({ visit }) => {
  await publish(product.url, SLUG, { price_per_call: 0.5 });
  const page = await visit(DEMO);
  await page.setViewportSize(TELEPHONE);
  const made = await page.context().request.post(`${product.url}/v1/keys`, {
    headers: { origin: product.url },
    data: { name: "agent", ask_above: 0.1 },
  });
  const { api_key } = await made.json();
  const run = (headers: Record<string, string> = {}) =>
    fetch(`${product.url}/v1/skills/${SLUG}/execute`, {
      method: "POST",
      headers: { authorization: `Bearer ${api_key}`, "content-type": "application/json", ...headers },
      body: JSON.stringify({ text: "One." }),
    });
  const { error } = await (await run()).json();
  expect(error.code).toBe("approval_required");
  const { id, url } = error.details.approval;
  await openReady(page, "/approvals");
  await page.locator(`a[href="/approvals/${id}"]`).first().click();
  await page.waitForURL(url);
  await page.getByRole("button", { name: "Approve once" }).waitFor();
  await picture(page, "approval");
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: "Approve once" }).click();
  await page.getByText("Approved. The request can be repeated now.").waitFor();
  expect((await run({ approval: id })).status).toBe(200);
  expect((await run({ approval: id })).status).toBe(402);
});
