import { type BrowserContext, expect } from "@playwright/test";
import { test, type Visit } from "@/tests/e2e/fixtures";
import { ADMIN, DEVELOPER } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";

/** Calls the API with the session of a browser. */
async function api(context: BrowserContext, method: string, path: string, body?: object) {
  const answer = await context.request.fetch(`${product.url}${path}`, {
    method,
    headers: { origin: product.url },
    ...(body && { data: body }),
  });
  expect([path, answer.status()]).toEqual([path, 200]);
  return answer.json();
}

/** A new subscription skill of the developer, approved and bought by a new buyer. */
async function sellFor(visit: Visit, price: number): Promise<void> {
  const [developer, admin] = [(await visit(DEVELOPER)).context(), (await visit(ADMIN)).context()];
  const skill = await api(developer, "POST", "/v1/developer/skills", {
    slug: `sold-${Date.now()}`,
    name: "Sold in a test",
    description: "Sold once.",
    category: "data",
    pricing_type: "subscription",
    price,
    execution_type: "api",
    api_endpoint: "http://demo-provider.localhost/text-statistics",
    submit: true,
  });
  await api(admin, "PATCH", "/v1/admin/skills", { skill_id: skill.id, action: "approve" });
  const { key } = await buyer(price);
  const bought = await fetch(`${product.url}/v1/skills/${skill.slug}/purchase`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
  });
  expect(bought.status).toBe(200);
}

/** Somebody new with credits from the sandbox's checkout. */
async function buyer(credits: number): Promise<{ key: string }> {
  const post = async (path: string, body: object, key = "") => {
    const answer = await fetch(`${product.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { api_key: string; checkout_url: string };
  };
  const email = `buyer-${Date.now()}-${credits}@example.com`;
  const { api_key: key } = await post("/v1/auth/register", {
    email,
    password: "a long password",
    name: "Buyer",
  });
  const { checkout_url } = await post("/v1/credits/topup", { amount: credits }, key);
  await fetch(`${checkout_url}/pay`, { method: "POST", redirect: "manual" });
  const headers = { authorization: `Bearer ${key}` };
  await expect
    .poll(async () => (await (await fetch(`${product.url}/v1/balance`, { headers })).json()).available)
    .toBe(credits);
  return { key };
}

test.describe("earnings in the browser", () => {
  test("a developer earns, connects an account in the sandbox, is paid, and sees a payout that the bank refuses come back", async ({
    visit,
  }) => {
    await sellFor(visit, 12);
    const page = await visit(DEVELOPER);
    const context = page.context();
    await page.goto("/sandbox");
    const refusing = page.getByRole("button", { name: "Bank takes payouts" });
    if (await refusing.isVisible()) await refusing.click();
    const { available } = await api(context, "GET", "/v1/developer/earnings");
    await openReady(page, "/console");
    await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Earnings" }).click();
    const connect = page.getByRole("button", { name: /Connect an account|Continue setup/ });
    const amount = page.getByLabel("Amount (USD)");
    await connect.or(amount).first().waitFor();
    if (await connect.isVisible()) {
      await connect.click();
      await page.getByText("No real money moves here.").waitFor();
      await page.getByRole("button", { name: "Finish with a test bank account" }).click();
    }
    await amount.waitFor();
    await page.getByText("STRIPE TEST BANK ···· 6789").waitFor();
    await amount.fill("10");
    const question = page.getByRole("alertdialog");
    await page.getByRole("button", { name: "Pay out", exact: true }).click();
    await expect(question).toContainText("Pay out $10.00?");
    await expect(question).toContainText(/STRIPE TEST BANK ···· 6789[\s\S]*business days/);
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    expect((await api(context, "GET", "/v1/developer/earnings")).available).toBe(available);
    await page.getByRole("button", { name: "Pay out", exact: true }).click();
    await question.getByRole("button", { name: "Pay out $10.00" }).click();
    const payouts = page.getByRole("table", { name: "Your payouts" });
    await payouts
      .getByText(/in transit|paid/)
      .first()
      .waitFor();
    await payouts.getByText("paid", { exact: true }).first().waitFor();
    const after = await api(context, "GET", "/v1/developer/earnings");
    expect(after.available).toBeCloseTo(available - 10, 6);
    const transactions = page.getByRole("table", { name: "Transactions of your earnings" });
    await expect(transactions).toHaveText(/Payout[\s\S]*−\$10\.00[\s\S]*Sale[\s\S]*12\.00[\s\S]*1\.80[\s\S]*10\.20/);

    const month = new Date().toISOString().slice(0, 7);
    const csv = await context.request.get(`${product.url}/v1/developer/earnings/statements/${month}`);
    expect(await csv.text()).toMatch(/,payout,,,,-10,/);
    await page.getByRole("switch", { name: "Pay out every month" }).click();
    await page.getByText("Next monthly payout").waitFor();
    await page.getByRole("switch", { name: "Pay out every month" }).click();
    await page.getByText("Next monthly payout").waitFor({ state: "detached" });

    await sellFor(visit, 12);
    await page.goto("/sandbox");
    await page.getByRole("button", { name: "Bank refuses payouts" }).click();
    await page.getByText("ready, bank refuses").waitFor();
    await openReady(page, "/console/earnings");
    await page.getByRole("button", { name: "Pay out", exact: true }).click();
    await question.getByRole("button", { name: /^Pay out/ }).click();
    await payouts.getByText("The bank account has been closed.").waitFor();
    await page.goto("/sandbox");
    await page.getByRole("button", { name: "Bank takes payouts" }).click();
  });
});
