import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { test } from "@/tests/e2e/fixtures";
import { linkIn } from "@/tests/e2e/mail-link";
import { product } from "@/tests/e2e/product";
import { openReady, ready } from "@/tests/e2e/ready";
import { newEmail, SIGN_IN_PASSWORD as PASSWORD, registered } from "@/tests/e2e/registered";
import { totpOf } from "@/tests/support/totp";

const NEW_PASSWORD = "another long password";

/** Fills the form of the sign-in page and sends it. */
async function signIn(on: Page, email: string, { password = PASSWORD, next = "/settings" } = {}): Promise<void> {
  await openReady(on, `/sign-in?next=${encodeURIComponent(next)}`);
  await on.getByLabel("Email").fill(email);
  await on.getByLabel("Password").fill(password);
  await on.getByRole("button", { name: "Sign in", exact: true }).click();
}

test.describe("what people do about their account", () => {
  test("register, confirm the address by the link in the mail, and sign out", async ({ page, visit }) => {
    const email = newEmail();
    await openReady(page, "/register?next=/wallet");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL("**/wallet");
    const banner = page.getByRole("complementary", { name: "Email not verified" });
    await banner.getByText(email).waitFor();
    const link = await linkIn(product.folder, "Verify your email", email);
    const stranger = await visit(null);
    await stranger.goto(link);
    await stranger.waitForURL("**/sign-in?next=*");
    await page.goto(link);
    await page.getByText(`${email} is verified.`).waitFor();
    await banner.waitFor({ state: "detached" });
    await openReady(page, "/settings");
    await page.getByText("verified", { exact: true }).waitFor();
    await expect(banner).toHaveCount(0);
    await page.getByRole("button", { name: "Your account" }).click();
    await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
    await page.getByRole("link", { name: "Sign in", exact: true }).waitFor();
  });

  test("set up two-factor, sign in with a code, and with a recovery code", async ({ page }) => {
    const { email } = await registered();
    await signIn(page, email);
    await page.waitForURL("**/settings");
    await ready(page);
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByLabel("Your password").fill("not it");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Wrong password.").waitFor();
    await page.getByLabel("Your password").fill(PASSWORD);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("img", { name: /QR code/ }).waitFor();
    const secret = ((await page.locator("code").first().textContent()) ?? "").replace(/\s/g, "");
    const uri = `otpauth://totp/x?secret=${secret}`;
    const [recovery = ""] = await page
      .getByRole("list", { name: "Recovery codes" })
      .getByRole("listitem")
      .allTextContents();
    // Each code works once, and for half a minute more on either side: these two differ, whenever a half minute ends.
    await page.getByLabel(/Enter the code/).fill(totpOf(uri));
    const sessions = page.getByRole("list", { name: "Sessions" });
    const ended = await sessions.getByRole("listitem").elementHandle();
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByText("Signing in asks for a code from your authenticator app.").waitFor();
    // This browser's session is another one since then.
    await ended?.waitForElementState("hidden");
    await sessions.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL("**/sign-in");
    await signIn(page, email, { next: "/keys" });
    await page.waitForURL("**/sign-in/code?next=%2Fkeys");
    await page.getByLabel("Code").fill("000000");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Wrong or used code").waitFor();
    await page.getByLabel("Code").fill(totpOf(uri, 1));
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL("**/keys");
    await page.context().clearCookies();
    await signIn(page, email);
    await page.getByRole("link", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(recovery);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL("**/settings");
  });

  test("move to a new address by the link in its mail", async ({ page }) => {
    const [{ email }, moved] = [await registered(), newEmail()];
    await signIn(page, email);
    await page.getByRole("button", { name: "Change", exact: true }).click();
    await page.getByLabel("New email").fill(email);
    await page.getByLabel("Your password").fill(PASSWORD);
    await page.getByRole("button", { name: "Send link", exact: true }).click();
    await page.getByText("This is your address already").waitFor();
    await page.getByLabel("New email").fill(moved);
    await page.getByLabel("Your password").fill(PASSWORD);
    await page.getByRole("button", { name: "Send link", exact: true }).click();
    await page.getByText("Nothing changes until then.").waitFor();
    await page.goto(await linkIn(product.folder, "Verify your new email", moved));
    await page.getByText("is verified.").waitFor();
    await openReady(page, "/settings");
    await page.getByRole("main").getByText(moved).waitFor();
  });

  test("reset the password by the link in the email, and sign in with it", async ({ page }) => {
    const { email } = await registered();
    await openReady(page, "/sign-in");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    // The page before has an email field, too, and stays until this one is there.
    await page.getByRole("heading", { name: "Reset your password" }).waitFor();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send reset link" }).click();
    await page.getByText("Check your inbox").waitFor();
    const link = await linkIn(product.folder, "Choose a new password", email);
    await openReady(page, link);
    await page.getByLabel("New password").fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Your password has been changed").waitFor();
    await openReady(page, link);
    await page.getByLabel("New password").fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("This link has expired").waitFor();
    await signIn(page, email);
    await page.getByText("Wrong email or password").waitFor();
    await signIn(page, email, { password: NEW_PASSWORD });
    await page.waitForURL("**/settings");
  });

  test("end one session from another, sign out everywhere", async ({ page, visit }) => {
    const { email, key } = await registered();
    const other = await visit(null);
    await signIn(page, email);
    await page.waitForURL("**/settings");
    await signIn(other, email);
    await other.waitForURL("**/settings");
    await page.reload();
    const rows = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
    await rows.nth(1).waitFor();
    await rows.filter({ hasNotText: "this browser" }).getByRole("button", { name: "End" }).click();
    await rows.nth(1).waitFor({ state: "detached" });
    await other.reload();
    await other.waitForURL("**/sign-in?next=*");
    await signIn(other, email);
    await other.waitForURL("**/settings");
    await page.getByRole("button", { name: "Sign out everywhere", exact: true }).click();
    await page.waitForURL("**/sign-in");
    await other.reload();
    await other.waitForURL("**/sign-in?next=*");
    const byKey = await fetch(`${product.url}/v1/account`, { headers: { authorization: `Bearer ${key}` } });
    expect(byKey.status).toBe(200);
  });

  test("change the name and the password, take one's data along, and close the account", async ({ page, visit }) => {
    const { email, key } = await registered();
    const other = await visit(null);
    await signIn(other, email);
    await other.waitForURL("**/settings");
    await signIn(page, email);
    await page.getByLabel("Name", { exact: true }).fill("Ada Lovelace");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved as Ada Lovelace.").waitFor();
    await page.getByRole("button", { name: "Your account" }).click();
    await page.getByRole("menu", { name: "Account" }).getByText("Ada Lovelace").waitFor();
    await page.keyboard.press("Escape");
    const rows = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
    await rows.nth(1).waitFor();
    await page.getByLabel("Current password").fill(PASSWORD);
    await page.getByLabel("New password").fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("All your other sessions have ended.").waitFor();
    await rows.nth(1).waitFor({ state: "detached" });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download" }).click(),
    ]);
    const exported = JSON.parse(readFileSync(await download.path(), "utf8"));
    expect(exported.account[0]).toMatchObject({ email, name: "Ada Lovelace" });
    await page.getByRole("button", { name: "Close account …" }).click();
    await page.getByLabel("Your password").fill(NEW_PASSWORD);
    await page.getByRole("button", { name: "Close account permanently" }).click();
    await page.waitForURL("/");
    await page.getByRole("link", { name: "Sign in", exact: true }).waitFor();
    await signIn(page, email, { password: NEW_PASSWORD });
    await page.getByText("Wrong email or password").waitFor();
    const byKey = await fetch(`${product.url}/v1/account`, { headers: { authorization: `Bearer ${key}` } });
    expect(byKey.status).toBe(401);
  });
});
