import { expect, type Page } from "@playwright/test";
import { findings } from "@/tests/e2e/findings";
import { test } from "@/tests/e2e/fixtures";
import { linkIn } from "@/tests/e2e/mail-link";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";
import { SIGN_IN_PASSWORD as password, registered } from "@/tests/e2e/registered";
import { picture } from "@/tests/e2e/screenshots";

const SECRET = "Zyxgorp ledger of the plover desk, whose name is long enough for two lines";

/** Calls the API as the page does, for the account that it shows. */
const send = (page: Page, handle: string, method: string, path: string, body: object) =>
  page.evaluate(
    async ([method, path, body, handle]) => {
      const headers = { "content-type": "application/json", "acting-for": String(handle) };
      const response = await fetch(String(path), { method: String(method), headers, body: JSON.stringify(body) });
      return { status: response.status, body: await response.json() };
    },
    [method, path, body, handle] as const,
  );

test("a private skill is made in the console and found, opened and run by its members alone", async ({
  visit,
  page: visitor,
}) => {
  const { email } = await registered();
  const page = await visit({ email, password });
  await openReady(page, await linkIn(product.folder, "Verify your email", email));
  await page.getByText("verified").first().waitFor();
  await openReady(page, "/organizations");
  await page.getByLabel("Name").fill("Plover");
  const handle = `plover-${Date.now()}`;
  await page.getByLabel("Handle").fill(handle);
  await page.getByRole("button", { name: "Create organization" }).click();
  await page.getByRole("heading", { level: 1, name: "Plover" }).waitFor();
  await openReady(page, `/organizations/${handle}/skills`);
  await expect(page.getByText("No private skills yet")).toBeVisible();
  await page.getByRole("button", { name: "Act for Plover" }).click();
  await page.getByRole("button", { name: "Acting for Plover. Switch account" }).waitFor();

  await openReady(page, "/console/new");
  await page.getByLabel("Name", { exact: true }).fill(SECRET);
  await page.getByLabel("Slug").fill("ledger");
  await page.getByLabel("Short description").fill("Books a zyxgorp.");
  await page.getByLabel("Who may use it").selectOption({ label: "Only members of Plover" });
  await picture(page, "private-new");
  await page.getByRole("button", { name: "Create draft" }).click();
  await page.getByText("private", { exact: true }).first().waitFor();
  await expect(page.getByRole("heading", { name: "Price" })).toHaveCount(0);
  const id = page.url().split("/").at(-1);
  const endpoint = { api_endpoint: "http://demo-provider.localhost/text-statistics", submit: true };
  const sent = await send(page, handle, "PATCH", `/v1/developer/skills/${id}`, endpoint);
  expect([sent.status, sent.body.status]).toEqual([200, "approved"]);
  await openReady(page, `/console/${id}`);
  await expect(page.getByRole("button", { name: "Take out of use" })).toBeVisible();
  await picture(page, "private-editor");

  const path = `/skills/@${handle}/ledger`;
  await openReady(page, path);
  await expect(page.getByText("Private: only members of Plover")).toBeVisible();
  expect(await findings(page)).toEqual([]);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await picture(page, `private-skill-${width}-${colorScheme}`, { fullPage: true });
    }
  }
  await openReady(page, `${path}?tab=try`);
  await page.getByRole("button", { name: /^Run/ }).first().waitFor();
  await openReady(page, "/skills?search=zyxgorp");
  await expect(page.getByRole("heading", { name: "Private to Plover" })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await expect(
    page.getByRole("region", { name: "Private to Plover" }).getByRole("button", { name: /Compare/ }),
  ).toHaveCount(0);
  await picture(page, "private-search");
  await openReady(page, `/organizations/${handle}/skills`);
  await page.getByRole("link", { name: SECRET }).waitFor();
  expect(await findings(page)).toEqual([]);
  await picture(page, "private-list");
  await page.setViewportSize({ width: 390, height: 800 });
  await picture(page, "private-list-390");

  // The second version waits for another member.
  await send(page, handle, "PATCH", `/v1/organizations/${handle}`, { two_people: true });
  const changed = { description: "Books two zyxgorps.", submit: true };
  expect((await send(page, handle, "PATCH", `/v1/developer/skills/${id}`, changed)).body.status).toBe("pending");
  await openReady(page, `/console/${id}`);
  await expect(page.getByRole("link", { name: "Releases" })).toHaveCount(0);
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText(/You submitted this version/)).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await picture(page, "private-pending-390", { fullPage: true });

  // Nothing of it is in what visitors, crawlers and agents read.
  const texts = [
    "/",
    "/skills",
    "/skills?search=zyxgorp",
    "/sitemap.xml",
    "/llms.txt",
    "/docs/llms.txt",
    "/advisories",
  ];
  texts.push(path, `${path}/og.png`, `${path}.md`, `/skills/${encodeURIComponent(`@${handle}/ledger`)}`);
  texts.push(`/publishers/${handle}`, "/suggest?search=zyxgorp", "/requests?search=zyxgorp");
  for (const one of texts) {
    const answer = await fetch(`${product.url}${one}`);
    const text = (await answer.text()).replaceAll(/search=zyxgorp|“zyxgorp”|"zyxgorp"|>zyxgorp</gi, "");
    expect([one, /zyxgorp ledger|plover desk|Books/i.test(text)]).toEqual([one, false]);
  }
  const unknown = await visitor.goto(`/skills/@${handle}/nothing`);
  const secret = await visitor.goto(path);
  expect([secret?.status(), unknown?.status()]).toEqual([404, 404]);
});
