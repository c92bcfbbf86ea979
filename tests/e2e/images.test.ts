import { expect } from "@playwright/test";
import sharp from "sharp";
import { approveAsked } from "@/tests/e2e/approving";
import { test } from "@/tests/e2e/fixtures";
import { ADMIN, DEVELOPER } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";

const picture = (width: number, height: number, r: number) =>
  sharp({ create: { width, height, channels: 3, background: { r, g: 90, b: 160 } } })
    .png()
    .toBuffer();

test("an icon and screenshots are uploaded in the editor, seen by the reviewer, and then by everyone", async ({
  visit,
}) => {
  const developer = await visit(DEVELOPER);
  const name = `Pictured ${Date.now()}`;
  const created = await developer.context().request.post("/v1/developer/skills", {
    data: {
      slug: `pictured-${Date.now()}`,
      name,
      description: "Shows what it does.",
      category: "design",
      pricing_type: "usage",
      price_per_call: 0.1,
      execution_type: "api",
      api_endpoint: "http://demo-provider.localhost/text-statistics",
    },
    headers: { origin: product.url },
  });
  expect(created.status()).toBe(200);
  const { id, slug } = await created.json();
  await openReady(developer, `/console/${id}`);
  const file = (title: string, buffer: Buffer) => ({ name: title, mimeType: "image/png", buffer });
  await developer.getByLabel("Upload icon").setInputFiles(file("icon.png", await picture(300, 300, 20)));
  await expect(developer.getByRole("img", { name: "The icon" })).toBeVisible();
  await developer
    .getByLabel("Add screenshots")
    .setInputFiles([file("one.png", await picture(800, 500, 60)), file("two.png", await picture(800, 500, 200))]);
  await expect(developer.getByRole("img", { name: "Screenshot 2" })).toBeVisible();
  await developer.getByRole("button", { name: "Move screenshot 2 forward" }).click();
  await developer.getByText("Draft saved").waitFor();
  await developer.getByLabel("Replace icon").setInputFiles(file("icon.png", Buffer.from("no image")));
  await expect(developer.getByText("must be a PNG, JPEG or WebP image")).toBeVisible();
  await developer.getByRole("button", { name: "Submit for review" }).click();
  await developer.getByText("is waiting for review").waitFor();

  const admin = await visit(ADMIN);
  await openReady(admin, `/admin/queue?skill=${id}`);
  await expect(admin.getByRole("img", { name: /^Open \w{12} in full$/ })).toHaveCount(3);
  await admin.keyboard.press("a");
  await approveAsked(admin);

  const visitor = await visit(null);
  await expect.poll(async () => (await visitor.goto(`/skills/${slug}`))?.status()).toBe(200);
  const shots = visitor.getByRole("list", { name: "Screenshots" }).getByRole("img");
  await expect(shots).toHaveCount(2);
  for (const shot of await shots.all())
    await expect.poll(() => shot.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800);

  const { icon } = await (await developer.context().request.get(`/v1/skills/${slug}`)).json();
  expect(await (await fetch(`${product.url}/skills/${slug}.md`)).text()).toContain(`/v1/images/${icon}`);
  const card = await fetch(`${product.url}/skills/${slug}/og.png`);
  const middleOfIcon = { left: 138, top: 138, width: 1, height: 1 };
  const [red = 0, green = 0, blue = 0] = await sharp(Buffer.from(await card.arrayBuffer()))
    .extract(middleOfIcon)
    .raw()
    .toBuffer();
  for (const [seen, sent] of [
    [red, 20],
    [green, 90],
    [blue, 160],
  ] as const)
    expect(Math.abs(seen - sent)).toBeLessThan(6);
  await visitor.getByRole("combobox", { name: "Search skills" }).first().fill(name);
  const suggestion = visitor.getByRole("option", { name }).locator(`img[src="/v1/images/${icon}"]`);
  await expect(suggestion).toHaveAttribute("width", "22");
});
