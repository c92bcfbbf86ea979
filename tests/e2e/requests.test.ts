import { expect } from "@playwright/test";
import { findings } from "@/tests/e2e/findings";
import { test } from "@/tests/e2e/fixtures";
import { ADMIN, DEVELOPER } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";
import { SIGN_IN_PASSWORD as password, registered } from "@/tests/e2e/registered";
import { publish } from "@/tests/e2e/shop";

test("a search without results shows other words and popular skills, and becomes a request that a developer fulfills", async ({
  page,
  visit,
}) => {
  const wish = `Zzqx origami ${Date.now()}`;
  await openReady(page, `/skills?search=${encodeURIComponent("invoicqqzzxx")}`);
  await page.getByText("No skills found for “invoicqqzzxx”").waitFor();
  await expect(page.getByText("Try another word:").locator("..").getByRole("link").first()).toHaveText(/^invoic/);
  await expect(page.getByRole("region", { name: "Popular skills" }).getByRole("article")).toHaveCount(3);
  expect(await findings(page)).toEqual([]);
  await page.getByRole("link", { name: "Ask for a skill" }).click();
  await page.getByText("Sign in to ask for “invoicqqzzxx”.").waitFor();

  const [{ email }, { key }] = [await registered(), await registered()];
  const asker = await visit({ email, password });
  await openReady(asker, `/requests?title=${encodeURIComponent(wish)}`);
  await expect(asker.getByLabel("What should the skill do?")).toHaveValue(wish);
  await asker.getByLabel("Details (optional)").fill("Cranes first.");
  await asker.getByRole("button", { name: "Ask for this skill" }).click();
  await asker.getByText("Asked. We'll notify you when a developer offers one.").waitFor();
  const card = asker.getByRole("article").filter({ hasText: wish });
  await expect(card.getByRole("button", { name: `I want this: ${wish}, 1 vote` })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  expect(await findings(asker)).toEqual([]);

  const headers = { authorization: `Bearer ${key}` };
  const found = await fetch(`${product.url}/v1/skill-requests?search=${encodeURIComponent(wish)}`, { headers });
  const [{ id }] = (await found.json()).data;
  expect((await fetch(`${product.url}/v1/skill-requests/${id}/vote`, { method: "PUT", headers })).status).toBe(200);

  const slug = `origami-${Date.now()}`;
  await publish(product.url, slug, { name: `Origami ${slug}` });
  const developer = await visit(DEVELOPER);
  await openReady(developer, `/console/requests?search=${encodeURIComponent(wish)}`);
  await developer.getByRole("button", { name: `I want this: ${wish}, 2 votes` }).waitFor();
  await developer.getByText("Offer one of your skills").first().click();
  await developer.getByLabel("Skill", { exact: true }).selectOption(`Origami ${slug}`);
  await developer.getByRole("button", { name: "Offer", exact: true }).click();
  await developer.getByText("Everyone who wants it is notified.").waitFor();

  await openReady(asker, "/notifications");
  await asker.getByText(`Origami ${slug} may be what you asked for`).waitFor();
  await openReady(asker, `/requests?search=${encodeURIComponent(wish)}`);
  await asker.getByRole("link", { name: `Origami ${slug}` }).waitFor();
});

test("a reported request is removed by an administrator", async ({ visit }) => {
  const wish = `Spam ${Date.now()}`;
  const [{ email }, { key }] = [await registered(), await registered()];
  const body = JSON.stringify({ title: wish });
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  await fetch(`${product.url}/v1/skill-requests`, { method: "POST", headers, body });
  const reader = await visit({ email, password });
  await openReady(reader, `/requests?search=${encodeURIComponent(wish)}`);
  await reader.getByRole("button", { name: "Report" }).click();
  await reader.getByRole("alertdialog").getByRole("button", { name: "Report" }).click();
  await reader.getByText("Reported. An administrator will look at it.").first().waitFor();
  const admin = await visit(ADMIN);
  await openReady(admin, `/admin/requests?reported=true&search=${encodeURIComponent(wish)}`);
  await admin.getByRole("button", { name: "Remove …" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await admin.getByText("No reported requests").waitFor();
});
