import { expect } from "@playwright/test";
import { test } from "@/tests/e2e/fixtures";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";

const SLUG = "text-statistics";
const PASSWORD = "a long password";

const at = (path: string) => `${product.url}${path}`;

/** Registers somebody; `run` calls the skill in their name. */
async function newcomer() {
  const email = `reviewer-${Date.now()}@example.com`;
  const post = async (path: string, body: object, key?: string) => {
    const headers = {
      "content-type": "application/json",
      ...(key && { authorization: `Bearer ${key}` }),
    };
    const answer = await fetch(at(path), { method: "POST", headers, body: JSON.stringify(body) });
    expect([path, answer.ok]).toEqual([path, true]);
    return answer.json();
  };
  const { api_key } = await post("/v1/auth/register", { email, password: PASSWORD });
  return { email, run: () => post(`/v1/skills/${SLUG}/execute`, { text: "One two." }, api_key) };
}

test.describe("reviews and reports", () => {
  test("a review comes back to its author to be changed, and can be taken back", async ({ visit }) => {
    const { email, run } = await newcomer();
    const page = await visit({ email, password: PASSWORD });
    const look = () => openReady(page, `/skills/${SLUG}?tab=reviews`);
    await look();
    await page.getByText("call it successfully 3 times, before you review it").waitFor();
    await expect(page.getByRole("group", { name: "Your rating" })).toHaveCount(0);
    for (let i = 0; i < 3; i++) await run();
    await look();
    const rate = (stars: number) => page.getByRole("radio", { name: `${stars} of 5 stars` }).check({ force: true });
    const rated = () =>
      page.locator("input[name=rating]").evaluateAll((all) => {
        const checked = all.find((one) => (one as HTMLInputElement).checked);
        return checked ? (checked as HTMLInputElement).value : "";
      });
    const text = page.getByLabel(/What should others know/);
    const shown = page.getByRole("article").filter({ hasText: "yours" });
    await expect(shown).toHaveCount(0);
    expect([await rated(), await text.inputValue()]).toEqual(["", ""]);
    await rate(2);
    await text.fill("Counts the title, too.");
    await page.getByRole("button", { name: "Publish review" }).click();
    await shown.getByText("Counts the title, too.").waitFor();
    await look();
    expect([await rated(), await text.inputValue()]).toEqual(["2", "Counts the title, too."]);
    await rate(4);
    await page.getByRole("button", { name: "Change review" }).click();
    await shown.getByRole("img", { name: "4 of 5" }).waitFor();
    await page.getByRole("button", { name: "Delete review" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete review" }).click();
    await shown.waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Write a review" }).waitFor();
    await expect.poll(async () => [await rated(), await text.inputValue()]).toEqual(["", ""]);
  });

  test("a developer sees that they can't review their own skill", async ({ visit }) => {
    const who = { email: "studio@lindqvist.example.com", password: "demo-password" };
    const page = await visit(who);
    const answer = await page.request.get(at("/v1/developer/skills"), { headers: { origin: product.url } });
    const { data }: { data: { id: string; slug: string; live: boolean }[] } = await answer.json();
    const own = data.find(({ live }) => live);
    await openReady(page, `/skills/${own?.slug}?tab=reviews`);
    await page.getByText("You cannot review your own skill.").waitFor();
    await expect(page.getByRole("group", { name: "Your rating" })).toHaveCount(0);
    await page.getByRole("link", { name: "Reply to reviews" }).click();
    await page.waitForURL(`**/console/${own?.id}/reviews`);
  });

  test("a press beside a report loses nothing of it", async ({ visit }) => {
    const { email } = await newcomer();
    const page = await visit({ email, password: PASSWORD });
    await openReady(page, `/skills/${SLUG}`);
    const open = () => page.getByRole("button", { name: "Report this skill" }).click();
    const dialog = page.locator("[role=dialog]:not([aria-modal=false])");
    await open();
    await dialog.getByLabel("What is wrong?").selectOption("malware");
    await dialog.getByLabel("What happens, and how can we see it?").fill("It mines coins.");
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: "detached" });
    await open();
    expect([
      await dialog.getByLabel("What is wrong?").inputValue(),
      await dialog.getByLabel("What happens, and how can we see it?").inputValue(),
    ]).toEqual(["malware", "It mines coins."]);
  });
});
