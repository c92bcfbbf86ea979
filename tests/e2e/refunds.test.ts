import { expect, type Page } from "@playwright/test";
import { test } from "@/tests/e2e/fixtures";
import { ADMIN, DEMO, DEVELOPER } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";
import { axeOf, picture } from "@/tests/e2e/screenshots";
import { publish } from "@/tests/e2e/shop";

const WIDTHS = [390, 768, 1440];

/** Looks at a page at every width in both themes: nothing sticks out, and axe finds nothing. */
async function look(page: Page, name: string): Promise<void> {
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(
          () =>
            page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
          {
            message: `what sticks out of ${name} at ${width} pixels`,
          },
        )
        .toBe(0);
      await picture(page, `${name}-${theme}-${width}`, { fullPage: true });
    }
    expect((await axeOf(page).analyze()).violations).toEqual([]);
  }
}

test("a buyer asks for a refund, the developer declines, and an administrator refunds", async ({ visit }) => {
  const slug = `refunded-${Date.now()}`;
  const name = `${slug} ${"with a long name ".repeat(4)}`.trim();
  await publish(product.url, slug, { name, pricing_type: "subscription", price: 2, price_per_call: null });
  const buyer = await visit(DEMO);
  const bought = await buyer.context().request.post(`/v1/skills/${slug}/purchase`, {
    headers: { origin: product.url },
    data: {},
  });
  expect(bought.ok()).toBe(true);

  await openReady(buyer, "/purchases");
  const row = buyer.getByRole("row", { name: new RegExp(slug) });
  await row.getByRole("button", { name: "Request refund" }).click();
  const dialog = buyer.getByRole("dialog", { name: "Request a refund of $2" });
  await dialog.getByLabel("What went wrong?").fill(`It never answered. ${"a".repeat(80)}`);
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(row.getByText("requested; the developer answers")).toBeVisible();
  await expect(row.getByRole("button", { name: "Request refund" })).toBeHidden();
  await look(buyer, "refund-purchases-requested");

  const developer = await visit(DEVELOPER);
  await openReady(developer, "/console/refunds");
  const asked = developer.getByRole("article", { name: new RegExp(slug) });
  await expect(asked.getByText("It never answered.")).toBeVisible();
  await look(developer, "refund-console-waiting");
  await asked.getByLabel("Reason").fill("You called it 400 times.");
  await asked.getByRole("button", { name: "Decline" }).click();
  await expect(asked).toBeHidden();

  await openReady(buyer, "/purchases");
  await expect(row.getByText("declined by the developer")).toBeVisible();
  await look(buyer, "refund-purchases-declined");
  await row.getByRole("button", { name: "Ask an administrator" }).click();
  await expect(row.getByText("with an administrator")).toBeVisible();

  const admin = await visit(ADMIN);
  await openReady(admin, "/admin/refunds");
  const escalated = admin.getByRole("article", { name: new RegExp(slug) });
  await look(admin, "refund-admin-waiting");
  await escalated.getByLabel("Reason").fill("The logs say that it failed.");
  await escalated.getByRole("button", { name: "Refund $2" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Refund $2" }).click();
  await expect(escalated).toBeHidden();

  await openReady(buyer, "/purchases");
  await expect(row.getByText("refunded $2")).toBeVisible();
  await openReady(developer, "/console/refunds?state=all");
  await expect(asked.getByText("Administrator:")).toBeVisible();
});
