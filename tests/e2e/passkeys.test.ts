import { expect, type Page } from "@playwright/test";
import { findings } from "@/tests/e2e/findings";
import { test } from "@/tests/e2e/fixtures";
import { openReady } from "@/tests/e2e/ready";
import { registered, SIGN_IN_PASSWORD } from "@/tests/e2e/registered";
import { picture } from "@/tests/e2e/screenshots";

/** Gives a page's browser a device that holds passkeys and verifies its user. Returns its CDP session. */
async function withDevice(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  const verify = (isUserVerified: boolean) =>
    session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  return { verify };
}

test("add a passkey in the settings, sign in with it, and remove it", async ({ page }) => {
  const { email } = await registered();
  const { verify } = await withDevice(page);
  await openReady(page, "/sign-in?next=/settings");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(SIGN_IN_PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Passkey name").fill("Work laptop");
  await page.getByLabel("Your password").fill("not it");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("Wrong password.").waitFor();
  await page.getByLabel("Your password").fill(SIGN_IN_PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  const passkeys = page.getByRole("list", { name: "Passkeys" });
  await passkeys.getByText("Work laptop").waitFor();
  await passkeys.getByText("not used yet").waitFor();
  expect(await findings(page)).toEqual([]);
  await picture(page, "passkeys-settings", { fullPage: true });

  await page.context().clearCookies();
  await openReady(page, "/sign-in?next=/settings");
  const button = page.getByRole("button", { name: "Sign in with a passkey" });
  await verify(false);
  await button.click();
  await page.getByText("No passkey was used.").waitFor();
  await picture(page, "passkeys-sign-in");
  await verify(true);
  await button.click();
  await page.waitForURL("**/settings");
  await passkeys.getByText(/last used/).waitFor();
  await page.getByRole("button", { name: "Remove Work laptop" }).click();
  await passkeys.getByLabel("Your password").fill(SIGN_IN_PASSWORD);
  await page.getByRole("button", { name: "Remove passkey" }).click();
  await passkeys.waitFor({ state: "detached" });

  await page.context().clearCookies();
  await openReady(page, "/sign-in");
  await button.click();
  await page.getByText("This passkey does not work here.").waitFor();
});
