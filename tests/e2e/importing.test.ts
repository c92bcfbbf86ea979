import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { test } from "@/tests/e2e/fixtures";
import { DEMO, DEVELOPER } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";
import { buy, publish } from "@/tests/e2e/shop";
import { skillMd, skillZip } from "@/tests/support/zips";

const SKILL = {
  slug: "meeting-minutes",
  frontmatter: { metadata: { version: "1.4.0" } },
  body: "# Minutes\n",
};

test("a seller drops a ZIP, leaves a field out, and goes on in the editor of the draft", async ({ visit }) => {
  const page = await visit(DEMO);
  await openReady(page, "/console/new");
  await page.getByRole("link", { name: "Import it" }).click();
  const file = { name: "minutes.zip", mimeType: "application/zip", buffer: skillZip(SKILL) };
  await page.getByLabel("Package file").setInputFiles(file);
  await expect(page.getByRole("heading", { name: "Changes from version 1.4.0" })).toBeVisible();
  await page.getByRole("checkbox", { name: "Readme" }).click();
  await page.getByLabel("Slug").fill(`zipped-${Date.now()}`);
  await page.getByRole("button", { name: "Create draft" }).click();
  await page.waitForURL(/\/console\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("Meeting minutes");
  await expect(page.getByLabel("Readme (Markdown)")).toHaveValue("");
  await expect(page.getByText("Version 1.4.0")).toBeVisible();
  await page.getByRole("link", { name: "Preview as buyers will see it" }).click();
  await expect(page.getByText("Preview of revision 1")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Meeting minutes", level: 1 })).toBeVisible();
});

test("a seller chooses a folder, which the browser zips", async ({ visit }, info) => {
  const folder = join(info.outputPath(), "minutes");
  await mkdir(join(folder, "scripts"), { recursive: true });
  await writeFile(join(folder, "SKILL.md"), skillMd(SKILL));
  await writeFile(join(folder, "scripts", "run.py"), "print('minutes – ü')\n");
  const page = await visit(DEMO);
  await openReady(page, "/console/import");
  await page.getByLabel("Package folder").setInputFiles(folder);
  await expect(page.getByRole("heading", { name: "Changes from version 1.4.0" })).toBeVisible();
  await expect(page.getByText("1.4.0, 2 files")).toBeVisible();
});

test.describe("a document with several operations", () => {
  test.use({ expectedProblems: /status of 400/ });

  test("asks which to take, and shows what the chosen one fills in", async ({ visit }) => {
    const page = await visit(DEMO);
    await openReady(page, "/console/import");
    await page.getByRole("radio", { name: "An OpenAPI document" }).click();
    const operation = (summary: string) => ({
      summary,
      requestBody: { content: { "application/json": { schema: { type: "object" } } } },
      responses: {},
    });
    const document = {
      openapi: "3.1.0",
      info: { title: "Texts", version: "2.0.0" },
      servers: [{ url: "https://api.example.com" }],
      paths: { "/count": { post: operation("Count words") }, "/sort": { post: operation("Sort lines") } },
    };
    await page.getByLabel("Or a file").setInputFiles({
      name: "openapi.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(document)),
    });
    await page.getByRole("button", { name: "Preview import" }).click();
    for (const name of ["POST /count", "POST /sort"]) await page.getByRole("checkbox", { name }).click();
    await page.getByRole("button", { name: "Preview import" }).click();
    await expect(page.getByRole("heading", { name: "Changes from version 2.0.0" })).toBeVisible();
    await expect(page.getByText("Sort lines").first()).toBeVisible();
  });
});

test("a developer makes a promotion code, and a buyer sees the lower price before paying it", async ({ visit }) => {
  const slug = `promoted-${Date.now()}`;
  const id = await publish(product.url, slug, {
    pricing_type: "subscription",
    price: 5,
    price_per_call: null,
    subscription_interval: "month",
  });
  const developer = await visit(DEVELOPER);
  await openReady(developer, `/console/${id}/promotions`);
  await developer.getByLabel("Code", { exact: true }).fill("LAUNCH20");
  await developer.getByLabel("Off the price").fill("20");
  await developer.getByRole("button", { name: "Create code" }).click();
  await expect(developer.getByRole("cell", { name: "LAUNCH20" })).toBeVisible();
  const buyer = await visit(DEMO);
  await openReady(buyer, `/skills/${slug}`);
  await buyer.getByText("Promotion code").click();
  await buyer.getByLabel("Code", { exact: true }).fill("launch20");
  await buyer.getByRole("button", { name: "Apply" }).click();
  await buy(buyer, "Buy for $4");
  await expect(buyer.getByText(/^Bought, renews/)).toBeVisible();
});
