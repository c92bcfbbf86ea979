import { expect } from "@playwright/test";
import sharp from "sharp";
import { findings } from "@/tests/e2e/findings";
import { test } from "@/tests/e2e/fixtures";
import { actorsOn } from "@/tests/e2e/lost-answers";
import { DEMO, DEVELOPER } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";

const { registered } = actorsOn(product);

test("a publisher is followed and left; a visitor signs in first", async ({ visit, page }) => {
  const reader = await visit(await registered());
  const path = "/publishers/lindqvist-tools";
  await openReady(reader, path);
  await reader.getByRole("button", { name: "Follow", exact: true }).click();
  await reader.getByRole("button", { name: "Following" }).waitFor();
  await reader.getByText(/follower/).waitFor();
  expect(await findings(reader)).toEqual([]);
  await reader.reload();
  await openReady(reader, path);
  await reader.getByRole("button", { name: "Following" }).click();
  await reader.getByRole("button", { name: "Follow", exact: true }).waitFor();
  await openReady(page, path);
  await page.getByRole("link", { name: "Follow", exact: true }).click();
  await page.waitForURL("**/sign-in?next=**");
});

test("a publisher's picture and contact are on their page", async ({ visit }) => {
  const page = await visit(DEVELOPER);
  await openReady(page, "/console/profile");
  const buffer = await sharp({ create: { width: 80, height: 80, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
  const chosen = page.waitForEvent("filechooser");
  await page
    .getByRole("button", { name: /picture$/ })
    .first()
    .click();
  await (await chosen).setFiles({ name: "me.png", mimeType: "image/png", buffer });
  await page.getByText("Picture saved.").waitFor();
  await page.getByLabel("Contact (optional)").fill("https://lindqvist.example.com/contact");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Your profile has been updated.").waitFor();
  await page.getByLabel("Domain", { exact: true }).fill("lindqvist.example.com");
  await page.getByRole("button", { name: "Add domain" }).click();
  await page.getByText("Not verified").waitFor();
  await page.getByText("Add a TXT record").waitFor();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove domain" }).click();
  await page.getByText("Add a TXT record").waitFor({ state: "detached" });
  await openReady(page, "/publishers/lindqvist-tools");
  await expect(page.getByRole("link", { name: "Contact" })).toHaveAttribute(
    "href",
    "https://lindqvist.example.com/contact",
  );
  await expect(page.getByRole("button", { name: "Follow", exact: true })).toHaveCount(0);
});

test("a signed-in reader's examples have their own key and skill, as shown and as copied", async ({ visit }) => {
  const page = await visit(DEVELOPER);
  await openReady(page, "/docs/verify");
  const first = page.locator("article pre").first();
  await expect(first).not.toContainText("$SKILL_ID");
  await page.getByLabel("API key in the examples").fill("skm_of_the_reader");
  await expect(first).toContainText("skm_of_the_reader");
  await page.getByLabel("API key in the examples").fill("");
  await expect(first).toContainText("$SKILLS_API_KEY");
  const buyer = await visit(DEMO);
  await openReady(buyer, "/docs/buy");
  await expect(buyer.locator("article pre", { hasText: "$PURCHASE_ID" })).toHaveCount(0);
});
