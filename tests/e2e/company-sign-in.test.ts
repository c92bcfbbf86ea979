import { expect, type Page } from "@playwright/test";
import { findings } from "@/tests/e2e/findings";
import { test } from "@/tests/e2e/fixtures";
import { linkIn } from "@/tests/e2e/mail-link";
import { product } from "@/tests/e2e/product";
import { openReady, ready } from "@/tests/e2e/ready";
import { SIGN_IN_PASSWORD as password, registered } from "@/tests/e2e/registered";
import { picture } from "@/tests/e2e/screenshots";
import { CLIENT, startCompanyProvider } from "@/tests/support/company-provider";
import { freePort } from "@/tests/support/free-port";
import { startNameServer } from "@/tests/support/name-server";

const ports = { names: await freePort(), provider: await freePort() };
test.use({
  settings: {
    DNS_SERVERS: `127.0.0.1:${ports.names}`,
    EXECUTION_ALLOW: `127.0.0.1:${ports.provider}`,
  },
  expectedProblems: /^foreign: http:\/\/127\.0\.0\.1:/,
});

const NAME = "Acme Tools";
const records = new Map<string, string>();

/** Fills in the provider, proves the domain, and chooses the role of people who join. */
async function setUp(owner: Page, { handle, domain, issuer }: Record<"handle" | "domain" | "issuer", string>) {
  await openReady(owner, `/organizations/${handle}/sign-in`);
  await owner.getByLabel("Email domain").fill(domain);
  await owner.getByLabel("Issuer URL").fill(issuer);
  await owner.getByLabel("Client ID").fill(CLIENT.id);
  await owner.getByLabel("Client secret").fill(CLIENT.secret);
  await owner.getByRole("button", { name: "Save" }).click();
  const value = async (title: string) =>
    (await owner.getByRole("term").filter({ hasText: title }).locator("+ dd code").textContent()) ?? "";
  records.set(await value("Name"), await value("Value"));
  await owner.getByRole("button", { name: "Verify domain" }).click();
  await owner.getByText("verified", { exact: true }).waitFor();
  await owner.getByLabel("Role of people who join").selectOption("developer");
  await owner.getByRole("button", { name: "Save" }).last().click();
  await owner.getByText("Saved.").first().waitFor();
}

/** Signs in by the domain, in a browser where nobody is signed in. */
async function signInByDomain(page: Page, domain: string): Promise<void> {
  await openReady(page, "/sign-in?next=/keys");
  await page.getByRole("link", { name: "Sign in with your company" }).click();
  await page.getByLabel("Domain of your work email").fill(domain);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL(`${product.url}/keys`);
}

const acting = (page: Page) => page.getByRole("button", { name: new RegExp(`^Acting for ${NAME}`) });

test("people sign in with their company, link their own accounts, and must where it is obligatory", async ({
  visit,
}) => {
  const names = await startNameServer(
    () => "unknown",
    ports.names,
    (name) => records.get(name),
  );
  const provider = await startCompanyProvider(ports.provider, `${product.url}/api/auth/callback/company/`);
  const domain = `acme-${Date.now()}.example`;
  const employ = (name: string) => {
    provider.state.employee = { sub: name, name, email: `${name.toLowerCase()}@${domain}`, email_verified: true };
  };
  const verified = async () => {
    const { email } = await registered();
    const page = await visit({ email, password });
    await openReady(page, await linkIn(product.folder, "Verify your email", email));
    await page.getByText("verified").first().waitFor();
    return { page, email };
  };

  const { page: owner } = await verified();
  const visitor = await visit(null);
  await openReady(visitor, "/sign-in");
  await expect(visitor.getByText("Sign in with your company")).toHaveCount(0);
  await openReady(owner, "/organizations");
  await owner.getByLabel("Name").fill(NAME);
  const handle = `acme-${Date.now()}`;
  await owner.getByLabel("Handle").fill(handle);
  await owner.getByRole("button", { name: "Create organization" }).click();
  await owner.getByRole("heading", { level: 1, name: NAME }).waitFor();
  await setUp(owner, { handle, domain, issuer: provider.url });
  await picture(owner, "company-set-up", { fullPage: true });
  expect(await findings(owner)).toEqual([]);

  // A colleague without an account: the sign-in creates one, which acts for the organization alone.
  employ("Ada");
  await signInByDomain(visitor, domain);
  await acting(visitor).waitFor();
  await visitor.getByLabel("Name").fill("ada's laptop");
  await visitor.getByRole("button", { name: "Create key" }).click();
  await visitor.getByText("ada's laptop").first().waitFor();
  await picture(visitor, "company-colleague", { fullPage: true });
  await openReady(owner, `/organizations/${handle}`);
  await expect(owner.getByRole("row", { name: /Ada/ })).toContainText("Developer");

  // A colleague with an account links it in their own session, and it shows the sessions that came by the company.
  employ("Grace");
  const { page: grace, email } = await verified();
  await openReady(grace, "/settings");
  await grace.getByLabel("Domain of your work email").fill(domain);
  await grace.getByRole("button", { name: "Link an organization" }).click();
  await grace.getByRole("list", { name: "Linked organizations" }).getByText(NAME).waitFor();
  await signInByDomain(await visit(null), domain);
  await openReady(grace, "/settings");
  const sessions = grace.getByRole("list", { name: "Sessions" }).getByRole("listitem");
  await expect(sessions.filter({ hasText: `company sign-in${NAME} only` })).toHaveCount(1);
  await expect(sessions).toHaveCount(2);
  await picture(grace, "company-linked", { fullPage: true });
  expect(await findings(grace)).toEqual([]);

  // Obligatory after a test: a session by password is sent to the company's sign-in, and acts after it.
  await openReady(owner, `/organizations/${handle}/sign-in`);
  await owner.getByRole("button", { name: "Test sign-in" }).click();
  await owner.getByText("The test worked.").waitFor();
  await ready(owner);
  await owner.getByLabel(`To act for ${NAME}, members`).selectOption("yes");
  await owner.getByRole("button", { name: "Save" }).last().click();
  await owner.getByRole("alertdialog").getByRole("button", { name: "Require it" }).click();
  await owner.getByText("Saved.").first().waitFor();
  const byPassword = await visit({ email, password });
  await openReady(byPassword, `/organizations/${handle}`);
  await byPassword.getByText(`${NAME} requires its own sign-in.`).waitFor();
  const refused = await byPassword.request.post(`${product.url}/v1/keys`, {
    data: { name: "by password" },
    headers: { origin: product.url, "acting-for": handle },
  });
  expect([refused.status(), (await refused.json()).error.code]).toEqual([403, "company_sign_in_required"]);
  await picture(byPassword, "company-required");
  expect(await findings(byPassword)).toEqual([]);
  await byPassword.getByRole("button", { name: "Continue to 127.0.0.1" }).click();
  await byPassword.getByRole("heading", { level: 1, name: NAME }).waitFor();

  await provider.stop();
  await names.close();
});
