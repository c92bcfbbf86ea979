import { expect, type Page } from "@playwright/test";
import { findings } from "@/tests/e2e/findings";
import { test } from "@/tests/e2e/fixtures";
import { linkIn } from "@/tests/e2e/mail-link";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";
import { SIGN_IN_PASSWORD as password, registered } from "@/tests/e2e/registered";
import { picture } from "@/tests/e2e/screenshots";

/** Somebody new with a verified email, in a browser in which they are signed in. */
async function verifiedPage(visit: (who: { email: string; password: string }) => Promise<Page>) {
  const { email } = await registered();
  const page = await visit({ email, password });
  await openReady(page, await linkIn(product.folder, "Verify your email", email));
  await page.getByText("verified").first().waitFor();
  return { page, email };
}

async function create(page: Page, name: string): Promise<string> {
  await openReady(page, "/organizations");
  await page.getByLabel("Name").fill(name);
  const handle = `${await page.getByLabel("Handle").inputValue()}-${Date.now()}`;
  await page.getByLabel("Handle").fill(handle);
  await page.getByRole("button", { name: "Create organization" }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  return handle;
}

test("two tabs of a browser act for two accounts, each for the one that it shows", async ({ visit }) => {
  const { page: own } = await verifiedPage(visit);
  const handle = await create(own, "Acme Tools");
  const acme = await own.context().newPage();
  await openReady(acme, `/organizations/${handle}`);
  await acme.getByRole("button", { name: "Act for Acme Tools" }).click();
  await acme.getByRole("button", { name: "Acting for Acme Tools. Switch account" }).waitFor();

  const newKey = async (page: Page, name: string) => {
    await page.getByRole("link", { name: "API keys" }).first().click();
    await page.getByRole("heading", { level: 1, name: "API keys" }).waitFor();
    await page.getByLabel("Name").fill(name);
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByText(name).first().waitFor();
  };
  await newKey(own, "mine");
  await newKey(acme, "theirs");
  await own.getByRole("link", { name: "Usage" }).first().click();
  await own.getByRole("button", { name: "Acting for yourself. Switch account" }).waitFor();

  for (const [page, there, elsewhere] of [
    [own, "mine", "theirs"],
    [acme, "theirs", "mine"],
  ] as const) {
    await page.bringToFront();
    await page.getByRole("link", { name: "Wallet" }).first().click();
    await page.getByRole("link", { name: "API keys" }).first().click();
    await page.getByText(there).first().waitFor();
    await expect(page.getByText(elsewhere, { exact: true })).toHaveCount(0);
  }
});

test("two keys switch the account, and an invitation is accepted and its member removed", async ({ visit }) => {
  const { page } = await verifiedPage(visit);
  const handle = await create(page, "Brandt & Söhne");
  const guest = await verifiedPage(visit);
  await page.getByLabel("Email", { exact: true }).fill(guest.email);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await page.getByRole("list", { name: "Invitations" }).getByText(guest.email).first().waitFor();
  await picture(page, "organization-members");
  expect(await findings(page)).toEqual([]);
  for (const tab of ["settings", "sign-in", "audit"]) {
    await openReady(page, `/organizations/${handle}/${tab}`);
    await picture(page, `organization-${tab}`);
    expect([tab, await findings(page)]).toEqual([tab, []]);
  }

  await openReady(guest.page, "/organizations");
  await guest.page.getByRole("button", { name: /^Accept/ }).click();
  await guest.page.getByRole("heading", { level: 1, name: "Brandt & Söhne" }).waitFor();
  await expect(guest.page.getByRole("button", { name: "Send invitation" })).toHaveCount(0);

  await guest.page.keyboard.press("Control+k");
  await guest.page.getByRole("option", { name: "Brandt & Söhne" }).waitFor();
  await guest.page.keyboard.press("Enter");
  await guest.page.getByRole("button", { name: "Acting for Brandt & Söhne. Switch account" }).waitFor();

  await openReady(page, `/organizations/${handle}/plugins`);
  await page.getByRole("button", { name: "Create link" }).click();
  await page.getByText("claude plugin marketplace add http").first().waitFor();
  await picture(page, "organization-plugins");
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: /^Withdraw/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
  await page.getByText("Link withdrawn.").first().waitFor();

  // The owner limits members to allowed skills; the member asks for one, which the owner allows.
  await openReady(page, `/organizations/${handle}/allowed-skills`);
  await page.getByLabel("Members may use").selectOption("skills");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Limit skills" }).click();
  await page.getByText("Saved.").first().waitFor();
  await openReady(guest.page, "/skills/text-statistics?tab=try");
  await expect(guest.page.getByRole("button", { name: "Run", exact: true })).toHaveCount(0);
  await guest.page.getByLabel(/^What you need it for/).fill("Word counts");
  await guest.page.getByRole("button", { name: "Ask for it" }).click();
  await guest.page.getByText("Requested.").first().waitFor();
  await openReady(page, `/organizations/${handle}/allowed-skills`);
  await page.getByText("asks: Word counts").waitFor();
  await page.getByRole("button", { name: "Decline Text statistics" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel(/^Reason/).fill("Use Word count");
  await picture(page, "organization-decline-skill");
  await dialog.getByRole("button", { name: "Decline" }).click();
  await page.getByText("Declined Text statistics.").first().waitFor();
  await openReady(guest.page, "/skills/text-statistics");
  await guest.page.getByText("Declined: Use Word count").first().waitFor();
  await picture(page, "organization-allowed-skills");
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: "Allow Text statistics" }).click();
  await page.getByText("Allowed Text statistics.").first().waitFor();
  await openReady(guest.page, "/skills/text-statistics?tab=try");
  await guest.page.getByRole("button", { name: "Run", exact: true }).waitFor();

  await openReady(page, `/organizations/${handle}`);
  await page.getByRole("button", { name: /^Remove/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText(guest.email)).toHaveCount(0);
  await guest.page.reload();
  await expect(guest.page.getByRole("button", { name: /Switch account/ })).toHaveCount(0);
});
