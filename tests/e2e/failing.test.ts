import { expect, type Page } from "@playwright/test";
import { findings } from "@/tests/e2e/findings";
import { test } from "@/tests/e2e/fixtures";
import { actorsOn } from "@/tests/e2e/lost-answers";
import { DEMO } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";
import { publish } from "@/tests/e2e/shop";

const SKILL = `failing-run-${Date.now()}`;
const { registered } = actorsOn(product);

// The browser itself reports each request that fails.
test.use({ expectedProblems: /net::ERR_|status of 50\d/ });

test.beforeAll(async () => {
  const properties = { text: { type: "string" } };
  await publish(product.url, SKILL, {
    api_schema: { type: "object", required: ["text"], properties, examples: [{ text: "a" }] },
  });
});

const question = (page: Page) => page.getByRole("dialog", { name: "Sign in to continue" });

async function signInAgain(page: Page, password: string): Promise<void> {
  await question(page).getByLabel("Password", { exact: true }).fill(password);
  await question(page).getByRole("button", { name: "Sign in", exact: true }).click();
  await question(page).waitFor({ state: "detached" });
}

test.describe("an action that finds the session ended", () => {
  test("runs the skill after a sign-in on the page, with what was typed", async ({ visit }) => {
    const page = await visit({ ...DEMO });
    await openReady(page, `/skills/${SKILL}?tab=try`);
    await page.getByLabel("text").fill("As typed.");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect(question(page).getByLabel("Password", { exact: true })).toBeFocused();
    expect(await findings(page)).toEqual([]);
    await question(page).getByLabel("Password", { exact: true }).fill("not the password");
    await question(page).getByRole("button", { name: "Sign in", exact: true }).click();
    await question(page).getByText("Wrong email or password").waitFor();
    await signInAgain(page, DEMO.password);
    await page.getByText("Done. Cost:").waitFor();
    await expect(page.getByLabel("text")).toHaveValue("As typed.");
    expect(new URL(page.url()).pathname).toBe(`/skills/${SKILL}`);
  });

  test("saves a form after a sign-in, and can be left with the form as it was", async ({ visit }) => {
    const person = await registered();
    const page = await visit(person);
    await openReady(page, "/settings");
    await page.getByLabel("Name", { exact: true }).fill("Ada after all");
    await page.context().clearCookies();
    const save = page.getByRole("button", { name: "Save", exact: true }).first();
    await save.click();
    await question(page).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("alert").filter({ hasText: "Your session has expired." }).waitFor();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Ada after all");
    await save.click();
    await signInAgain(page, person.password);
    await page.getByText(/^Saved as /).waitFor();
    await page.reload();
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Ada after all");
  });

  test("asks above a question that is open, which Escape leaves open, and then does it", async ({ visit }) => {
    const person = await registered();
    const page = await visit(person);
    await openReady(page, "/keys");
    await page
      .getByRole("button", { name: /^Revoke/ })
      .first()
      .click();
    const revoke = page.getByRole("alertdialog");
    await revoke.getByLabel(/^Type the name of the key/).fill("default");
    await page.context().clearCookies();
    await revoke.getByRole("button", { name: /^Revoke/ }).click();
    await question(page).waitFor();
    await page.keyboard.press("Escape");
    await question(page).waitFor({ state: "detached" });
    await expect(revoke).toBeVisible();
    await revoke.getByRole("button", { name: /^Revoke/ }).click();
    await signInAgain(page, person.password);
    await revoke.waitFor({ state: "detached" });
    await page.getByText(/is revoked/).waitFor();
  });

  test("gives the page anew to another account, and sends nothing as that one", async ({ visit }) => {
    const [first, second] = [await registered(), await registered()];
    const page = await visit(first);
    await openReady(page, "/settings");
    await page.getByLabel("Name", { exact: true }).fill("Of the first");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Save", exact: true }).first().click();
    await question(page).waitFor();
    const { email, password } = second;
    const headers = { origin: product.url };
    await page.context().request.post("/api/auth/sign-in/email", { data: { email, password }, headers });
    const loaded = page.waitForEvent("load");
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await loaded;
    await expect(page.getByLabel("Name", { exact: true })).not.toHaveValue("Of the first");
  });
});

test("without a connection the page stays, says so, and sends when asked again", async ({ visit }) => {
  const page = await visit(DEMO);
  await openReady(page, `/skills/${SKILL}?tab=try`);
  await page.getByLabel("text").fill("Typed in a tunnel.");
  await page.context().setOffline(true);
  await page.getByRole("status").filter({ hasText: "You're offline." }).waitFor();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("alert").filter({ hasText: "send it again when you're connected" }).waitFor();
  await page.getByRole("link", { name: "Docs", exact: true }).first().click();
  await expect(page.getByLabel("text")).toHaveValue("Typed in a tunnel.");
  expect(new URL(page.url()).pathname).toBe(`/skills/${SKILL}`);
  await page.context().setOffline(false);
  await expect(page.getByText("You're offline. This page")).toHaveCount(0);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByText("Done. Cost:").waitFor();
});

test.describe("a failure of the marketplace", () => {
  const failing = (page: Page, answer: { status: number; body: string; contentType: string }) =>
    page.route("**/v1/account", (route) =>
      route.request().method() === "PATCH"
        ? route.fulfill({ ...answer, headers: { "request-id": "req_of_the_header" } })
        : route.continue(),
    );

  test("is a sentence with the id of the request, and the form stays", async ({ visit }) => {
    const page = await visit(await registered());
    await openReady(page, "/settings");
    const name = page.getByLabel("Name", { exact: true });
    const save = page.getByRole("button", { name: "Save", exact: true }).first();
    const error = { code: "internal", message: "Whatever.", param: null, details: {}, request_id: "req_of_the_body" };
    await failing(page, { status: 500, contentType: "application/json", body: JSON.stringify({ error }) });
    await name.fill("Still here");
    await save.click();
    const alert = page.getByRole("alert").filter({ hasText: "Something went wrong on our side." });
    await expect(alert).toContainText("If it keeps failing, send us this ID:");
    await expect(alert).toContainText("req_of_the_body");
    await expect(name).toHaveValue("Still here");
    await page.unroute("**/v1/account");
    await failing(page, { status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" });
    await save.click();
    await expect(alert).toContainText("req_of_the_header");
    await page.unroute("**/v1/account");
    await alert.getByRole("button", { name: "Retry" }).click();
    await page.getByText(/^Saved as /).waitFor();
  });
});
