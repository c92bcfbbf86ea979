import { expect } from "@playwright/test";
import { FULL, test } from "@/tests/e2e/fixtures";
import { actorsOn, loseAnswers, mark, SENT_AT_MOST } from "@/tests/e2e/lost-answers";
import { ADMIN, DEVELOPER } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";
import { buy } from "@/tests/e2e/shop";

const PASSWORD = "a long password";

const { api, registered, waiting } = actorsOn(product);

// The browser itself reports each request that a test cuts off.
test.use({ expectedProblems: /net::ERR_/ });

test.describe("double clicks and lost answers", () => {
  test("a secret is rotated once; after a lost answer it is read instead of rotated again", FULL, async ({ visit }) => {
    const developer = await registered();
    const { id } = await waiting(developer.key);
    type Secrets = { secret: string; previous: { secret: string } | null };
    const secrets = () => api<Secrets>(developer.key, "GET", `/v1/developer/skills/${id}/secret`);
    const before = await secrets();
    const page = await visit(developer);
    await openReady(page, `/console/${id}/signing`);
    const sent = await loseAnswers(page, "**/secret/rotation", "POST", 1);
    await page.getByRole("button", { name: "Rotate secret" }).dblclick();
    const question = page.getByRole("alertdialog", { name: "Rotate the signing secret?" });
    await question.getByRole("button", { name: "Rotate secret" }).dblclick();
    await question.waitFor({ state: "detached" });
    await expect(page.getByRole("button", { name: "Rotate secret" })).toBeDisabled();
    await page.getByRole("button", { name: "Reveal secret" }).click();
    await page.getByText("Previous secret, expires").waitFor();
    expect(sent).toHaveLength(1);
    const after = await secrets();
    expect(after.previous?.secret).toBe(before.secret);
    await page.getByText(after.secret, { exact: true }).waitFor();
  });

  test("a buyer sees a new price before buying; a purchase with a lost answer is shown", async ({ visit }) => {
    const [developer, buyer] = [await registered(), await registered()];
    const admin = await visit(ADMIN);
    await api(admin, "POST", `/v1/admin/accounts/${buyer.id}/credits`, { amount: 20, reason: "To buy." });
    const offers = [];
    for (const price of [5, 3]) {
      const skill = await waiting(developer.key, {
        pricing_type: "subscription",
        price,
        subscription_interval: "month",
      });
      await api(admin, "PATCH", "/v1/admin/skills", { skill_id: skill.id, action: "approve" });
      offers.push(skill);
    }
    const [dearer, lost] = offers;
    const page = await visit(buyer);
    await openReady(page, `/skills/${dearer?.slug}`);
    await api(developer.key, "PATCH", `/v1/developer/skills/${dearer?.id}`, { price: 6 });
    await buy(page, "Buy for $5");
    await page.getByText("The price has changed").waitFor();
    await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
    await page.getByRole("alertdialog").getByRole("button", { name: "Buy for $6" }).click();
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    await page.getByText("Renews", { exact: true }).waitFor();
    await openReady(page, `/skills/${lost?.slug}`);
    const keys = await loseAnswers(page, "**/purchase", "POST", SENT_AT_MOST);
    await buy(page, "Buy for $3");
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    await page.getByText("Renews", { exact: true }).waitFor();
    expect(new Set(keys).size).toBe(1);
    expect((await api<{ available: number }>(buyer.key, "GET", "/v1/balance")).available).toBe(11);
  });

  test("a key whose answer was lost is not created again; it is in the list, and the form keeps its input", async ({
    visit,
  }) => {
    const page = await visit(await registered());
    const name = mark();
    await openReady(page, "/keys");
    const sent = await loseAnswers(page, "**/v1/keys", "POST", 1);
    await page.getByLabel("Name").fill(name);
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByText("we can't show its secret again").waitFor();
    await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
    await page.getByRole("row", { name: new RegExp(name) }).waitFor();
    await expect(page.getByLabel("Name")).toHaveValue(name);
    await page.getByLabel("Name").fill(`${name}-next`);
    await page.getByRole("button", { name: "Create key" }).dblclick();
    await page.getByText(/^skm_\w{36}$/).waitFor();
    await expect(page.getByLabel("Name")).toHaveValue("");
    expect(sent).toHaveLength(2);
  });

  test("a draft whose answer is lost is made once, and opened", FULL, async ({ visit }) => {
    const page = await visit(await registered());
    await openReady(page, "/console/new");
    const keys = await loseAnswers(page, "**/v1/developer/skills", "POST", 1);
    await page.getByLabel("Name", { exact: true }).fill(mark());
    await page.getByLabel("Short description").fill("Counts.");
    await page.getByRole("button", { name: "Create draft" }).click();
    await page.waitForURL(/console\/[0-9a-f-]{36}$/);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test("an account is created once when the answer to its registration is lost", FULL, async ({ browser }) => {
    const page = await browser.newPage();
    await openReady(page, "/register?next=/wallet");
    await page.getByLabel("Email").fill(`${mark()}@example.com`);
    await page.getByLabel("Password").fill(PASSWORD);
    await loseAnswers(page, "**/api/auth/register", "POST", 1);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByText("reach the marketplace").waitFor();
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL("**/wallet");
  });

  test("an answer to a review is taken back once, also when that is heard of late", FULL, async ({ visit }) => {
    const page = await visit(DEVELOPER);
    const { data: skills } = await api<{ data: { id: string }[] }>(page, "GET", "/v1/developer/skills");
    const lists = await Promise.all(
      skills.map(async ({ id }) => {
        const { data } = await api<{ data: { id: string }[] }>(page, "GET", `/v1/developer/skills/${id}/reviews`);
        return data.map((review) => ({ skillId: id, reviewId: review.id }));
      }),
    );
    const [review] = lists.flat();
    await api(page, "PUT", `/v1/developer/reviews/${review?.reviewId}/reply`, { text: "Thank you." });
    await openReady(page, `/console/${review?.skillId}/reviews`);
    const sent = await loseAnswers(page, "**/reply", "DELETE", 1);
    const before = await page.getByRole("button", { name: "Delete reply" }).count();
    await page.getByRole("button", { name: "Delete reply" }).first().dblclick();
    await expect.poll(() => page.getByRole("button", { name: "Delete reply" }).count()).toBe(before - 1);
    expect(sent).toHaveLength(1);
  });
});
