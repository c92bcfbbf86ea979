import { expect, type Page } from "@playwright/test";
import { FULL, test } from "@/tests/e2e/fixtures";
import { DEMO } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady, ready } from "@/tests/e2e/ready";
import { publish, reprice } from "@/tests/e2e/shop";

const PASSWORD = "a long password";
const PHONE = { width: 390, height: 844 };
const TABS = ["", "?tab=try", "?tab=api", "?tab=versions", "?tab=reviews"];
/** A skill whose texts are as long as they may be. */
const WORDY = `wordy-${Date.now()}`;

/** A skill with a part that only JSON can say, and one whose parameters are JSON as a whole. */
const NESTED = `nested-${Date.now()}`;
const LOOSE = `loose-${Date.now()}`;

test.beforeAll(async () => {
  await publish(product.url, WORDY, {
    name: "The name of this skill is as long as a name can be, and a little bit of it more ".repeat(2).slice(0, 100),
    description: "It does what it says, and says what it does at length. ".repeat(20).slice(0, 1024),
    readme: "A paragraph of its readme.\n\n".repeat(50),
    pricing_type: "subscription",
    price: 3,
    price_per_call: null,
  });
  const properties = { text: { type: "string" }, options: { type: "object" } };
  await publish(product.url, NESTED, {
    api_schema: {
      type: "object",
      required: ["text"],
      properties,
      examples: [{ text: "a", options: { a: 0 } }],
    },
  });
  await publish(product.url, LOOSE, { api_schema: { type: "object", examples: [{ text: "a" }] } });
});
const textOfFocus = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");

/** How far down the page something begins and ends. */
async function spanOf(page: Page, role: "button" | "tablist" | "link", name: RegExp) {
  const box = await page.getByRole(role, { name }).boundingBox();
  if (!box) throw new Error(`${name} is not shown`);
  const top = box.y + (await page.evaluate(() => window.scrollY));
  return { top, bottom: top + box.height };
}

test.describe("a skill's page on a phone", () => {
  test("price and Buy are seen at once and at one place in every part, whatever its texts", async ({ visit }) => {
    const page = await visit(DEMO);
    await page.setViewportSize(PHONE);
    const tops = new Set<number>();
    for (const tab of TABS) {
      await openReady(page, `/skills/${WORDY}${tab}`);
      await page.getByText("$3 per month").first().waitFor();
      const buy = await spanOf(page, "button", /^Buy for \$3/);
      expect(buy.bottom, tab).toBeLessThan(PHONE.height);
      tops.add(buy.top);
    }
    expect(tops.size).toBe(1);
  });

  test("the focus goes down the page: from Buy and its code to the tabs, and at last to the facts", async ({
    visit,
  }) => {
    const page = await visit(DEMO);
    for (const width of [PHONE.width, 1440]) {
      await page.setViewportSize({ ...PHONE, width });
      await openReady(page, `/skills/${WORDY}`);
      await page.getByRole("button", { name: /^Buy for \$3/ }).focus();
      await page.keyboard.press("Tab");
      expect(await textOfFocus(page)).toBe("Promotion code");
      await page.keyboard.press("Tab");
      expect(await textOfFocus(page)).toBe("Overview");
      // Related skills stand between the readme and the facts.
      for (let links = 0; links < 20 && (await textOfFocus(page)) !== "This page as Markdown"; links++)
        await page.keyboard.press("Tab");
      expect(await textOfFocus(page)).toBe("This page as Markdown");
      const [buy, tabs] = [await spanOf(page, "button", /^Buy for \$3/), await spanOf(page, "tablist", /Parts/)];
      const facts = await spanOf(page, "link", /as Markdown/);
      expect([buy.bottom < tabs.top, tabs.bottom < facts.top]).toEqual([true, true]);
    }
  });

  test("what was bought says so where Buy was, and nothing below it moves", async ({ visit }) => {
    const slug = `moving-${Date.now()}`;
    await publish(product.url, slug, { pricing_type: "subscription", price: 3, price_per_call: null });
    const page = await visit(DEMO);
    await page.setViewportSize(PHONE);
    await openReady(page, `/skills/${slug}?tab=try`);
    const before = await spanOf(page, "tablist", /Parts/);
    const buy = page.getByRole("button", { name: /^Buy for \$3/ });
    await buy.click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: /^Buy for \$3/ })
      .click();
    await page.getByText(/^Bought, renews/).waitFor();
    for (const tab of ["Overview", "Try it", "API"]) {
      await page.getByRole("tab", { name: tab }).click();
      await page.getByRole("tab", { name: tab, selected: true }).waitFor();
      expect(await spanOf(page, "tablist", /Parts/), tab).toEqual(before);
    }
  });
});

test("a trial charges nothing, and Purchases says what it will cost", async ({ visit }) => {
  const slug = `trial-${Date.now()}`;
  const terms = { pricing_type: "subscription", price: 3, price_per_call: null, trial_days: 7 };
  await publish(product.url, slug, terms);
  const page = await visit(DEMO);
  await openReady(page, `/skills/${slug}`);
  await page.getByText("7 days free, then $3 per month").first().waitFor();
  await page.getByRole("button", { name: "Start free trial" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("$0", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Start free trial" }).click();
  await page.getByText(/^Trial, charged/).waitFor();
  await openReady(page, "/purchases");
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: slug }) });
  await row.getByText("Free trial, then $3 per month").waitFor();
  expect(await row.getByRole("link", { name: "Receipt" }).count()).toBe(0);
});

/** The parameters of every call that the page makes from now on. */
function callsOf(page: Page): unknown[] {
  const calls: unknown[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith("/execute")) calls.push(request.postDataJSON());
  });
  return calls;
}

test.describe("what is typed to try a skill", () => {
  test("is what is sent: invalid JSON shows an error, and no way to run sends the previous value", async ({
    visit,
  }) => {
    const page = await visit(DEMO);
    const calls = callsOf(page);
    await openReady(page, `/skills/${NESTED}?tab=try`);
    for (const [field, before, broken, whole] of [
      ["options", '{"a": 1}', '{"a": 12', '{"a": 12}'],
      ["Parameters as JSON", '{"text": "a"}', '{"text": "ab', '{"text": "ab", "options": {"a": 12}}'],
    ] as const) {
      if (field !== "options") await page.getByRole("button", { name: "JSON", exact: true }).click();
      const area = page.getByLabel(field);
      await area.fill(before);
      await area.fill(broken);
      await page.getByRole("alert").getByText("This is not JSON").waitFor();
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await area.press("Control+Enter");
      expect(await area.evaluate((node: HTMLTextAreaElement) => node.validity.customError)).toBe(true);
      expect(calls).toEqual([]);
      await area.fill(whole);
      await area.press("Control+Enter");
      await expect
        .poll(() => calls.splice(0))
        .toEqual([{ text: field === "options" ? "a" : "ab", options: { a: 12 } }]);
      await page.getByText(/ ms · .* · Balance: /).waitFor();
    }
  });

  test("is shown again after a reload, JSON too", async ({ visit }) => {
    const page = await visit(DEMO);
    await openReady(page, `/skills/${NESTED}?tab=try`);
    await page.getByLabel("options").fill('{"kept": true}');
    await page.reload();
    await ready(page);
    await expect.poll(async () => JSON.parse(await page.getByLabel("options").inputValue())).toEqual({ kept: true });
  });

  test("runs only for signed-in users", async ({ browser }) => {
    const page = await browser.newPage();
    const calls = callsOf(page);
    for (const slug of [NESTED, LOOSE]) {
      await openReady(page, `/skills/${slug}?tab=try`);
      await page.locator("form textarea").last().press("Control+Enter");
    }
    // What the keys had sent would have been sent before this.
    await page.evaluate(async () => void (await fetch("/v1/categories")));
    expect(calls).toEqual([]);
  });

  test("may be empty, and broken stored input is replaced by the example", async ({ visit }) => {
    const page = await visit(DEMO);
    const address = `${product.url}/skills/${LOOSE}`;
    await openReady(page, `${address}?tab=try`);
    await page.getByLabel(LOOSE).fill("");
    await page.getByRole("tab", { name: "API" }).click();
    await page.getByText("-d '{}'").waitFor();
    await page.reload();
    await ready(page);
    await page.getByText("-d '{}'").waitFor();
    await page.evaluate((slug) => sessionStorage.setItem(`try:${slug}`, "undefined"), LOOSE);
    await page.reload();
    await ready(page);
    await page.getByText(`-d '{"text":"a"}'`).waitFor();
  });

  test("is announced once when it starts and once when it is done", async ({ visit }) => {
    const page = await visit(DEMO);
    await page.route("**/execute*", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    });
    await openReady(page, `/skills/${LOOSE}?tab=try`);
    const told = await page.evaluateHandle(() => {
      const texts: string[] = [];
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          const element = target instanceof Element ? target : target.parentElement;
          const region = element?.closest("[role=status], [aria-live=polite]");
          if (region?.closest("main")) texts.push(region.textContent ?? "");
        }
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
      return texts;
    });
    for (const run of [1, 2]) {
      await page.getByRole("button", { name: "Run", exact: true }).click();
      const ends = ["Running.", "Done. Cost: Free."];
      await expect.poll(() => told.jsonValue()).toEqual(run === 1 ? ends : [...ends, ...ends]);
    }
  });

  test("is run at the price that the page shows: one that has risen meanwhile is shown before anything is charged", async ({
    visit,
  }) => {
    const slug = `rising-${Date.now()}`;
    const id = await publish(product.url, slug, {
      price_per_call: 0.001,
      api_schema: { type: "object", examples: [{ text: "a" }] },
    });
    const page = await visit(DEMO);
    await openReady(page, `/skills/${slug}?tab=try`);
    await reprice(product.url, id, { price_per_call: 0.5 });
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText("The price has changed since you opened this page. Nothing was run").waitFor();
    await page.getByText("Costs $0.50 per call").waitFor();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByText(/\$0\.50 · Balance: /).waitFor();
  });

  test("is removed at every sign-out", FULL, async ({ visit }) => {
    const ways: ((page: Page) => Promise<void>)[] = [
      async (page) => {
        await page.getByRole("button", { name: "Your account" }).click();
        await page.getByRole("menuitem", { name: "Sign out" }).click();
      },
      (page) => page.getByRole("button", { name: "Sign out", exact: true }).click(),
      (page) => page.getByRole("button", { name: "Sign out everywhere", exact: true }).click(),
      async (page) => {
        await page.getByRole("button", { name: "Close account …" }).click();
        await page.getByLabel("Your password").fill(PASSWORD);
        await page.getByRole("button", { name: "Close account permanently" }).click();
      },
    ];
    for (const [at, leave] of ways.entries()) {
      const email = `leaving-${Date.now()}-${at}@example.com`;
      await fetch(`${product.url}/v1/auth/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, password: PASSWORD }),
      });
      const page = await visit({ email, password: PASSWORD });
      await openReady(page, `/skills/${NESTED}?tab=try`);
      await page.getByLabel("text").fill("For nobody else.");
      await openReady(page, "/settings");
      await leave(page);
      await page.waitForURL((url) => url.pathname !== "/settings");
      await openReady(page, `/skills/${NESTED}?tab=try`);
      expect([at, await page.getByLabel("text").inputValue()]).toEqual([at, "a"]);
    }
  });
});
