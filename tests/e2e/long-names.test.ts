import { expect } from "@playwright/test";
import { test } from "@/tests/e2e/fixtures";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";
import { SIGN_IN_PASSWORD as password, registered } from "@/tests/e2e/registered";
import { publish } from "@/tests/e2e/shop";

const WIDTHS = [390, 768, 1440];
/** Names without a space, which no line can break. */
const NAME = "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft".slice(0, 80);
const LIST = "L".repeat(60);
const slug = `unbroken-${Date.now()}-`.padEnd(64, "a");

test("names, texts and lists without spaces stick out of no page that buyers see", async ({ visit }) => {
  await publish(product.url, slug, {
    name: NAME,
    description: "w".repeat(300),
    readme: `# ${NAME}\n\n${"y".repeat(300)}`,
    pricing_type: "subscription",
    price: 9_999.999999,
    price_per_call: null,
    api_schema: { type: "object", properties: { ["p".repeat(60)]: { type: "string", title: NAME } } },
  });
  const { email, key } = await registered();
  const page = await visit({ email, password });
  const saved = await fetch(`${product.url}/v1/favorites/${slug}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ list: LIST }),
  });
  expect(saved.status).toBe(200);
  const skill = `/skills/${slug}`;
  for (const path of [
    skill,
    ...["try", "api", "versions"].map((tab) => `${skill}?tab=${tab}`),
    `/skills?search=${NAME.slice(0, 20)}`,
    `/compare?skills=${slug},text-statistics`,
    "/favorites",
    `/favorites?list=${LIST}`,
    `/wallet?skill=${slug}`,
  ]) {
    await openReady(page, path);
    await page.getByText(NAME).or(page.getByText(LIST)).first().waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const sticking = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expect.poll(sticking, { message: `what sticks out of ${path} at ${width} pixels` }).toBe(0);
    }
  }
});
