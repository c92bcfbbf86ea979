import { expect, type Page } from "@playwright/test";
import { test, type Visit } from "@/tests/e2e/fixtures";
import { linkIn } from "@/tests/e2e/mail-link";
import { product } from "@/tests/e2e/product";

const PASSWORD = "a long password";
const NEW_PASSWORD = "another long password";

let count = 0;
const newEmail = () => `plain-${Date.now()}-${++count}@example.com`;

/** A page of a browser without scripts, and every address that it asks for. */
async function plainPage(visit: Visit): Promise<{ page: Page; visited: string[] }> {
  const page = await visit(null, { javaScriptEnabled: false });
  const visited: string[] = [];
  page.on("request", (request) => visited.push(decodeURIComponent(request.url())));
  return { page, visited };
}

async function register(page: Page, email: string) {
  await page.goto("/register?next=/wallet");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/wallet");
}

async function signIn(page: Page, email: string, password: string) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test.describe("without scripts", () => {
  test("register, sign in, reset the password; no email and no password is ever in an address", async ({ visit }) => {
    const email = newEmail();
    const { page: first, visited: registering } = await plainPage(visit);
    await register(first, email);
    const { page, visited } = await plainPage(visit);
    await page.goto("/sign-in?next=/keys");
    await signIn(page, email, "a wrong password");
    await page.getByText("Wrong email or password.").waitFor();
    // Playwright finds no text within noscript.
    await page.locator("noscript p").waitFor();
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send reset link" }).click();
    await page.getByText("Check your inbox").waitFor();
    await page.goto(await linkIn(product.folder, "Choose a new password", email));
    await page.getByLabel("New password").fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Your password has been changed").waitFor();
    await page.getByRole("link", { name: "Sign in", exact: true }).last().click();
    await signIn(page, email, NEW_PASSWORD);
    await page.waitForURL("/skills");
    for (const address of [...registering, ...visited])
      for (const secret of [email, PASSWORD, NEW_PASSWORD, "a wrong password"]) expect(address).not.toContain(secret);
  });

  test("every form that takes anything but a search is a POST, and a page answers it with itself", async ({
    visit,
  }) => {
    const { page } = await plainPage(visit);
    await register(page, newEmail());
    for (const path of ["/settings", "/keys", "/wallet", "/console/new", "/skills/text-statistics"]) {
      await page.goto(path);
      const methods = await page
        .locator("main form")
        .evaluateAll((forms) => forms.map((form) => (form as HTMLFormElement).method));
      expect([path, ...new Set(methods)]).toEqual([path, ...(methods.length > 0 ? ["post"] : [])]);
    }
    const posted = await page.request.post(`${product.url}/settings`, {
      form: { name: "Typed" },
      headers: { origin: product.url },
      maxRedirects: 0,
    });
    expect([posted.status(), posted.headers().location]).toEqual([303, "/settings"]);
  });
});
