import { expect, type Page } from "@playwright/test";
import { confirmAsked, heldIn, sendHeld } from "@/tests/e2e/approving";
import { findings } from "@/tests/e2e/findings";
import { FULL, test } from "@/tests/e2e/fixtures";
import { actorsOn } from "@/tests/e2e/lost-answers";
import { ADMIN } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady, ready } from "@/tests/e2e/ready";
import { picture } from "@/tests/e2e/screenshots";

const { api, registered, waiting } = actorsOn(product);

const HELD_MS = 40_000;

/** Has the server hold decisions for longer than a slow machine needs for what the test does meanwhile. */
const holdLonger = (page: Page) =>
  page.route("**/v1/admin/skills", async (route) => {
    const body = route.request().postDataJSON() as { hold_seconds?: number } | null;
    await route.continue(
      body?.hold_seconds ? { postData: JSON.stringify({ ...body, hold_seconds: HELD_MS / 1000 }) } : {},
    );
  });

test.describe("approvals", () => {
  test(
    "an approval is held while the next one is judged, and undone; who leaves loses none",
    FULL,
    async ({ visit }) => {
      const developer = await registered();
      const [first, second] = [await waiting(developer.key), await waiting(developer.key)];
      const statusOf = async ({ id }: { id: string }) =>
        (await api<{ status: string }>(developer.key, "GET", `/v1/developer/skills/${id}`)).status;
      const page = await visit(ADMIN);
      const shows = (name: string) => page.getByRole("heading", { level: 2, name: new RegExp(`^${name} `) }).waitFor();
      await holdLonger(page);
      await openReady(page, `/admin/queue?search=${developer.email}`);
      await page.locator("#approve").click();
      await confirmAsked(page);
      await shows(second.name);
      await heldIn(page).getByText(`Approving ${first.name}, revision 1`).waitFor();
      await picture(page, "admin-approval-held");
      expect(await statusOf(first)).toBe("pending");
      await ready(page);
      await page.keyboard.press("u");
      await heldIn(page).waitFor({ state: "detached" });
      await page.getByRole("link", { name: new RegExp(first.name) }).click();
      await shows(first.name);
      await ready(page);
      await page.keyboard.press("a");
      await confirmAsked(page);
      await shows(second.name);
      expect(await findings(page)).toEqual([]);
      await page.getByRole("link", { name: new RegExp(first.name) }).click();
      await page.getByText("A decision about this revision takes effect").waitFor();
      await expect(page.locator("#approve")).toBeDisabled();
      await page.getByRole("banner").getByRole("link").first().click();
      await expect.poll(() => statusOf(first), { timeout: 2 * HELD_MS }).toBe("approved");
      expect(await statusOf(second)).toBe("pending");
    },
  );

  test("an approval that comes too late says so and approves nothing", async ({ visit }) => {
    const developer = await registered();
    const skill = await waiting(developer.key);
    const page = await visit(ADMIN);
    await holdLonger(page);
    await openReady(page, `/admin/queue?search=${developer.email}`);
    await page.locator("#approve").click();
    await confirmAsked(page);
    await api(developer.key, "PATCH", `/v1/developer/skills/${skill.id}`, {
      description: "Counts the signs of a text.",
    });
    await heldIn(page).getByRole("button", { name: "Send now" }).click();
    await heldIn(page).getByText(`Not approved: ${skill.name}`).waitFor();
    await heldIn(page).getByText("The developer has changed this skill").waitFor();
    await heldIn(page).getByRole("button", { name: "Dismiss" }).click();
    await heldIn(page).waitFor({ state: "detached" });
    await page.getByText("Counts the signs of a text.").first().waitFor();
    await page.locator("#approve").click();
    await confirmAsked(page);
    await sendHeld(page);
    await page.getByText("No submissions to review").waitFor();
  });
});

test("old addresses of the queue and the overview lead to the new ones", async ({ visit }) => {
  const page = await visit(ADMIN);
  await page.goto("/admin?status=approved&search=nothing-like-this");
  await page.getByText("No approved skills").waitFor();
  expect(new URL(page.url()).pathname).toBe("/admin/queue");
  await page.goto("/admin/overview");
  await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/admin");
});
