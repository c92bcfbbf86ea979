import { expect, type Page } from "@playwright/test";
import { dollars } from "@/lib/platform/core/dollars";
import { FULL, test } from "@/tests/e2e/fixtures";
import { DEMO } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";
import { publish } from "@/tests/e2e/shop";

let page: Page;
// The browser itself reports each request that a test cuts off.
test.use({ expectedProblems: /net::ERR_/ });
test.beforeEach(async ({ visit }) => {
  page = await visit(DEMO);
});

const read = async (path: string) =>
  (await page.context().request.get(product.url + path, { headers: { origin: product.url } })).json();
const balance = async (): Promise<number> => (await read("/v1/balance")).available;
const pill = (amount: number) =>
  page.getByRole("link", {
    name: `Balance: ${dollars(amount)}`,
  });

/** A subscription that the viewer does not have and can pay. */
async function subscription(): Promise<{ slug: string; price: number }> {
  const { data: found } = await read("/v1/skills?pricing_type=subscription&limit=100");
  const available = await balance();
  for (const { slug, price } of found as { slug: string; price: number }[]) {
    const { access } = await read(`/v1/skills/${slug}`);
    if (access.reason === "none" && price <= available) return { slug, price };
  }
  throw new Error("the demo owns every subscription that it can pay");
}

/** Whether the document is the one that was loaded: a reload would forget the mark. */
const mark = () => page.evaluate(() => Object.assign(window, { isMarked: true }));
const isMarked = () => page.evaluate(() => "isMarked" in window);

test.describe("pages that stay alive", () => {
  test("a purchase whose answer is lost is made once, and the balance follows without a reload", FULL, async () => {
    const { slug, price } = await subscription();
    const before = await balance();
    const keys: (string | undefined)[] = [];
    await page.route(`**/v1/skills/${slug}/purchase`, async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      if (keys.length > 1) return route.continue();
      // It is done; only the answer never arrives.
      await route.fetch();
      await route.abort("connectionreset");
    });
    await openReady(page, `/skills/${slug}`);
    await mark();
    await page.getByRole("button", { name: /^Buy for/ }).click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: /^Buy for/ })
      .dblclick();
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    await page.getByText("Renews", { exact: true }).waitFor();
    await pill(Math.round((before - price) * 1e6) / 1e6).waitFor();
    expect(await isMarked()).toBe(true);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(await balance()).toBeCloseTo(before - price, 6);
  });

  test("a run changes the balance at once, and each run is another intent", async () => {
    const keys: (string | undefined)[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/execute")) keys.push(request.headers()["idempotency-key"]);
    });
    await openReady(page, "/skills/text-statistics?tab=try");
    await page.getByLabel(/^text/i).fill("three short words");
    for (let runs = 1; runs <= 2; runs++) {
      const answered = page.waitForResponse((response) => response.url().includes("/execute"));
      await page.getByRole("button", { name: "Run", exact: true }).click();
      expect((await answered).status()).toBe(200);
      await pill(await balance()).waitFor();
    }
    expect(new Set(keys).size).toBe(2);
  });

  test("a balance that changed elsewhere is seen once the window has the focus again", async () => {
    const slug = `elsewhere-${Date.now()}`;
    await publish(product.url, slug, { price_per_call: 0.02 });
    await openReady(page, "/docs");
    await pill(await balance()).waitFor();
    const headers = { origin: product.url };
    const data = { text: "a" };
    const paid = await page.request.post(`${product.url}/v1/skills/${slug}/execute`, { headers, data });
    expect(paid.status()).toBe(200);
    const after = await balance();
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await pill(after).waitFor();
  });

  test("the switch of a key moves at once and goes back when the change is refused", async () => {
    const name = `optimistic-${Date.now()}`;
    await openReady(page, "/keys");
    await page.getByLabel("Name").fill(name);
    await page.getByRole("button", { name: "Create key" }).click();
    const active = page.getByRole("switch", { name: `${name} is active` });
    await active.waitFor();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/v1/keys/*", async (route) => {
      await held;
      await route.abort("connectionreset");
    });
    await active.click();
    await page.getByRole("switch", { name: `${name} is active`, checked: false }).waitFor();
    release();
    await page
      .getByRole("alert")
      .getByText(/reach the marketplace/)
      .waitFor();
    await page.getByRole("switch", { name: `${name} is active`, checked: true }).waitFor();
    await page.unroute("**/v1/keys/*");
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByText(`${name} is off`).first().waitFor();
    const { data: keys } = await read("/v1/keys");
    expect(keys.find((key: { name: string }) => key.name === name).active).toBe(false);
  });

  test("a new key waits for its first call, and says when it is there", async () => {
    await openReady(page, "/keys");
    await page.getByLabel("Name").fill(`first-${Date.now()}`);
    await expect(page.getByLabel("Spend limit (USD)")).toHaveValue("1");
    await page.getByLabel("Per", { exact: true }).selectOption("no limit");
    await expect(page.getByLabel("Spend limit (USD)")).toBeDisabled();
    await page.getByRole("button", { name: "Create key" }).click();
    await page
      .getByRole("row", { name: /first-/ })
      .getByText("No limit")
      .first()
      .waitFor();
    const secret = ((await page.getByText(/^skm_\w{36}$/).textContent()) ?? "").trim();
    await page.getByText("Waiting for the first call").waitFor();
    await fetch(`${product.url}/v1/balance`, { headers: { authorization: `Bearer ${secret}` } });
    await page.getByText("The first call has arrived").waitFor();
  });

  test("24 hours are bars of an hour, a click narrows the table, and the file has the table's figures", async () => {
    await openReady(page, "/usage?range=24h");
    await page.locator(".recharts-bar-rectangle").first().waitFor();
    await page.getByText("View as table").click();
    const table = page.getByRole("table", { name: "Calls by hour and skill" });
    const first = table.getByRole("row").nth(1);
    const hour = (await first.getByRole("link").textContent()) ?? "";
    expect(hour).toMatch(/^\d{4}-\d\d-\d\d \d\d:00$/);
    const address = await page.getByRole("link", { name: "CSV of these figures" }).getAttribute("href");
    const file = await page.context().request.get(product.url + address, {
      headers: { "sec-fetch-site": "same-origin" },
    });
    const lines = (await file.text()).trim().split("\r\n");
    expect(lines[0]).toBe("period_utc,skill,calls,failed,cost_credits");
    expect(lines).toHaveLength(await table.getByRole("row").count());
    await first.getByRole("link").click();
    await page.waitForURL(/at=\d{4}-\d\d-\d\dT\d\d/);
    await page.getByRole("link", { name: /^hour: / }).waitFor();
  });

  test("when the server is away, what was read stays and the page says what to do", async () => {
    await openReady(page, "/skills/text-statistics?tab=try");
    await page.getByLabel(/^text/i).fill("kept while away");
    await page.route("**/v1/**", (route) => route.abort("connectionrefused"));
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const alert = page.getByRole("alert");
    await alert.getByText(/reach the marketplace/).waitFor();
    await page.unroute("**/v1/**");
    await alert.getByRole("button", { name: "Retry" }).click();
    await page.getByText(/ ms · .* · Balance: /).waitFor();
    await expect(page.getByLabel(/^text/i)).toHaveValue("kept while away");
  });
});
