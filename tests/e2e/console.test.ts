import { type BrowserContext, expect, type Page } from "@playwright/test";
import { approveAsked } from "@/tests/e2e/approving";
import { badPackages } from "@/tests/e2e/bad-packages";
import { FULL, test, type Visit } from "@/tests/e2e/fixtures";
import { ADMIN, DEMO, DEVELOPER, type Who } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady, ready } from "@/tests/e2e/ready";

const ENDPOINT = "http://demo-provider.localhost/text-statistics";

type Visitor = { context: BrowserContext; page: Page };

/** Signs somebody in. */
async function visitor(visit: Visit, who: Who): Promise<Visitor> {
  const page = await visit(who);
  return { context: page.context(), page };
}

/** Calls the API with the session of a browser. */
async function api({ context }: Visitor, method: string, path: string, body?: object) {
  const answer = await context.request.fetch(`${product.url}${path}`, {
    method,
    headers: { origin: product.url },
    ...(body && { data: body }),
  });
  expect([path, answer.status(), answer.status() === 200 ? "" : await answer.text()]).toEqual([path, 200, ""]);
  return answer.json();
}

/** Waits for a text that may be there before React handles the page, as after a reload. */
const see = async (page: Page, text: string) => {
  await page.getByText(text).waitFor();
  await ready(page);
};
const saved = (page: Page) => see(page, "Draft saved");
const idOf = (page: Page) => new URL(page.url()).pathname.split("/")[2] ?? "";

/** A new draft with an endpoint, a schema and a price, made in the editor, which says what of the price is earned. */
async function draft({ page }: Visitor, name: string, price = "0.2", earned = "$0.17"): Promise<string> {
  await openReady(page, "/console/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Short description").fill("Counts.");
  await page.getByRole("button", { name: "Create draft" }).click();
  await page.waitForURL(/console\/[0-9a-f-]{36}$/);
  await page.getByRole("link", { name: "An https endpoint" }).click();
  await page.keyboard.type(ENDPOINT);
  await page.getByRole("button", { name: "Start with an example" }).click();
  await page.getByLabel("Price per call (USD)").fill(price);
  await page.getByText("You earn").waitFor();
  await page.getByText(earned, { exact: true }).waitFor();
  await saved(page);
  return idOf(page);
}

/** Decides on a skill as a reviewer does, with the keyboard; a rejection needs its reason. */
async function decide(admin: Visitor, developer: Visitor, id: string, reason?: string): Promise<void> {
  await openReady(admin.page, `/admin/queue?skill=${id}`);
  await admin.page.getByRole("button", { name: /^Approve/ }).waitFor();
  if (reason) {
    await admin.page.keyboard.press("r");
    await admin.page.keyboard.type(reason);
    await admin.page.keyboard.press("Control+Enter");
  } else {
    await admin.page.keyboard.press("a");
    await approveAsked(admin.page);
  }
  await expect
    .poll(async () => (await api(developer, "GET", `/v1/developer/skills/${id}`)).status)
    .toBe(reason ? "rejected" : "approved");
}

/** Connects an account in the sandbox, unless there is one, asks for 10 credits and agrees to the question. */
async function payOut({ page }: Visitor): Promise<void> {
  await openReady(page, "/console/earnings");
  const connect = page.getByRole("button", { name: /Connect an account|Continue setup/ });
  const amount = page.getByLabel("Amount (USD)");
  await connect.or(amount).first().waitFor();
  if (await connect.isVisible()) {
    await connect.click();
    await page.getByRole("button", { name: "Finish with a test bank account" }).click();
  }
  await amount.waitFor();
  await amount.fill("10");
  const asked = page.waitForResponse(
    (response) => response.url().endsWith("/v1/developer/payouts") && response.request().method() === "POST",
  );
  await page.getByRole("button", { name: "Pay out", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Pay out $10.00" }).click();
  expect((await asked).status()).toBe(200);
}

const payouts = (page: Page) => page.getByRole("table", { name: "Your payouts" });

test.describe("the console", () => {
  test("an idea becomes a draft, is rejected with a reason, fixed, approved, bought, earns, is edited while live, reviewed by its changes, and paid out", async ({
    visit,
  }) => {
    const [developer, admin, buyer] = [
      await visitor(visit, DEVELOPER),
      await visitor(visit, ADMIN),
      await visitor(visit, DEMO),
    ];
    const { page } = developer;
    const name = `Idea ${Date.now()}`;
    const id = await draft(developer, name, "15", "$12.75");
    await page.reload();
    await ready(page);
    await expect(page.getByLabel("Endpoint")).toHaveValue(ENDPOINT);
    await page.getByRole("button", { name: "Send test call" }).click();
    await page.getByText("Works", { exact: true }).waitFor();
    await page.getByText("webhook-signature: v1,").waitFor();
    await page.getByRole("button", { name: "Submit for review" }).click();
    await see(page, "is waiting for review");
    await decide(admin, developer, id, "Say what it counts.");
    await openReady(page, "/console");
    await page.getByRole("link", { name: `${name} was rejected` }).click();
    await page.getByText("Say what it counts.").waitFor();
    await page.getByLabel("Short description").fill("Counts the words of a text.");
    await saved(page);
    await page.getByRole("button", { name: "Submit for review" }).click();
    await see(page, "is waiting for review");
    await decide(admin, developer, id);
    const { slug } = await api(developer, "GET", `/v1/developer/skills/${id}`);
    await openReady(buyer.page, `/skills/${slug}?tab=try`);
    await buyer.page.getByLabel("Text").fill("One two three");
    await buyer.page.getByRole("button", { name: "Run", exact: true }).click();
    await buyer.page.getByRole("alertdialog").getByRole("button", { name: "Run for $15" }).click();
    await buyer.page
      .getByText(/ ms · .* · Balance: /)
      .first()
      .waitFor();
    await openReady(page, `/console/${id}`);
    await page.getByLabel("Short description").fill("Counts the words and the sentences of a text.");
    await saved(page);
    await page.getByRole("button", { name: "See what changes" }).click();
    await page.locator("ins", { hasText: "and the sentences" }).waitFor();
    await page.getByText("Buyers keep version 2").waitFor();
    await page.getByRole("button", { name: "Submit for review" }).click();
    await see(page, "is waiting for review");
    await page.getByRole("tab", { name: "History" }).click();
    await page.locator("ins", { hasText: "and the sentences" }).waitFor();
    expect((await api(buyer, "GET", `/v1/skills/${slug}`)).description).toBe("Counts the words of a text.");
    await openReady(admin.page, `/admin/queue?skill=${id}`);
    await admin.page.locator("ins", { hasText: "and the sentences" }).waitFor();
    await decide(admin, developer, id);
    await openReady(buyer.page, `/skills/${slug}`);
    await buyer.page.getByText("and the sentences").first().waitFor();
    await payOut(developer);
    // What the jobs do by themselves is asked for last: all of them wait for their rounds at once.
    await expect
      .poll(
        async () => {
          await page.goto(`/console/${id}/analytics`);
          return page
            .locator("dl", { hasText: "Buyers paid" })
            .textContent({ timeout: 2_000 })
            .catch(() => "");
        },
        { timeout: 90_000, intervals: [3_000] },
      )
      .toMatch(/Buyers paid\$15Fees\$2\.25You earned\$12\.75/);
    await page.getByRole("tab", { name: "Calls" }).click();
    await page.getByRole("table", { name: "Calls" }).getByText("succeeded").waitFor();
    await openReady(page, "/console/earnings");
    await payouts(page).getByText("paid", { exact: true }).first().waitFor();
  });

  test("input survives a reload before it is saved, and a conflict with another tab is shown", async ({ visit }) => {
    const developer = await visitor(visit, DEVELOPER);
    const { page } = developer;
    const id = await draft(developer, `Kept ${Date.now()}`);
    await page.getByLabel("Readme (Markdown)").fill("# Kept");
    await page.reload();
    await ready(page);
    await expect(page.getByLabel("Readme (Markdown)")).toHaveValue("# Kept");
    await saved(page);
    expect((await api(developer, "GET", `/v1/developer/skills/${id}`)).readme).toBe("# Kept");
    const other = await developer.context.newPage();
    await openReady(other, `/console/${id}`);
    await other.getByLabel("Short description").fill("From the other tab.");
    await saved(other);
    await page.getByLabel("Short description").fill("From the first tab.");
    await page.getByText("This skill was changed elsewhere").waitFor();
    await page.getByRole("button", { name: "Keep mine and save" }).click();
    await saved(page);
    expect((await api(developer, "GET", `/v1/developer/skills/${id}`)).description).toBe("From the first tab.");
    await page.getByLabel("Endpoint").fill("http://10.0.0.1/x");
    await page.getByText("must use https").waitFor();
    await page.getByLabel("Endpoint").fill(ENDPOINT);
    await saved(page);
    const schema = page.getByLabel("Parameters (JSON Schema)");
    await schema.fill('{"type": "object", "properties": {"a": {"type": "nonsense"}}}');
    await page.locator(".cm-lint-marker-error").waitFor();
  });

  test(
    "a submission is withdrawn, a live skill unlisted and put back, its secret rotated, a review answered",
    FULL,
    async ({ visit }) => {
      const [developer, admin, buyer] = [
        await visitor(visit, DEVELOPER),
        await visitor(visit, ADMIN),
        await visitor(visit, DEMO),
      ];
      const { page } = developer;
      const id = await draft(developer, `Life ${Date.now()}`);
      await page.getByRole("button", { name: "Submit for review" }).click();
      await see(page, "is waiting for review");
      await page.getByRole("button", { name: "Withdraw to edit" }).click();
      await saved(page);
      await page.getByRole("button", { name: "Submit for review" }).click();
      await see(page, "is waiting for review");
      await api(admin, "PATCH", "/v1/admin/skills", { skill_id: id, action: "approve" });
      const { slug } = await api(developer, "GET", `/v1/developer/skills/${id}`);
      for (let i = 0; i < 3; i++) await api(buyer, "POST", `/v1/skills/${slug}/execute`, { text: "One" });
      await api(buyer, "PUT", `/v1/skills/${slug}/reviews`, { rating: 4, text: "Counts well." });
      await openReady(page, `/console/${id}/reviews`);
      await page.getByRole("button", { name: "Reply" }).click();
      await page.getByLabel("Your reply").fill("Thank you, more to come.");
      await page.getByRole("button", { name: "Publish reply" }).click();
      await page.getByText("Thank you, more to come.").waitFor();
      await openReady(buyer.page, `/skills/${slug}?tab=reviews`);
      await buyer.page.getByText("Thank you, more to come.").waitFor();
      await openReady(page, `/console/${id}/signing`);
      await page.getByRole("button", { name: "Reveal" }).click();
      const before = await page.getByText(/^whsec_[A-Za-z0-9+/=]{40,}$/).textContent();
      await page.getByRole("button", { name: "Rotate secret" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Rotate secret" }).click();
      await page.getByText("Previous secret, expires").waitFor();
      expect(await page.getByText(/^whsec_[A-Za-z0-9+/=]{40,}$/).allTextContents()).toContain(before);
      await page.getByRole("button", { name: "End the previous secret now" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "End it now" }).click();
      await page.getByText("Previous secret, expires").waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Unlist" }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Unlist" }).click();
      await page.getByText("unlisted", { exact: true }).waitFor();
      await ready(page);
      const gone = await buyer.context.request.get(`${product.url}/v1/skills/${slug}`, {
        headers: { origin: product.url },
      });
      expect(gone.status()).toBe(404);
      await page.getByRole("button", { name: "Put back on the marketplace" }).click();
      await page.getByText("live", { exact: true }).waitFor();
    },
  );

  test("ten bad packages: each is refused or remarked upon, with the finding at its line", async ({ visit }) => {
    const developer = await visitor(visit, DEVELOPER);
    const { page } = developer;
    const slug = `packages-${Date.now()}`;
    const { id } = await api(developer, "POST", "/v1/developer/skills", {
      slug,
      name: "Packages",
      description: "Has packages.",
      category: "data",
      execution_type: "download",
    });
    await openReady(page, `/console/${id}`);
    expect(await page.getByLabel("Package file").getAttribute("accept")).toContain(".skill");
    for (const [why, archive, place, rule, list] of badPackages(slug)) {
      await page.getByLabel("Package file").setInputFiles({
        name: "package.zip",
        mimeType: "application/zip",
        buffer: archive,
      });
      const finding = page
        .getByRole("list", { name: list })
        .getByRole("listitem")
        .filter({ hasText: place })
        .filter({ hasText: rule });
      await finding
        .first()
        .waitFor()
        .catch(() => {
          throw new Error(`${why}: ${rule} is not shown at ${place}`);
        });
    }
  });
});
