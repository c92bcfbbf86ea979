import { expect } from "@playwright/test";
import { FULL, test } from "@/tests/e2e/fixtures";
import { actorsOn, loseAnswers, SENT_AT_MOST } from "@/tests/e2e/lost-answers";
import { ADMIN } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";

/** Longer than a press takes to be a request. */
const PRESSED_MS = 500;

const { api, registered, waiting } = actorsOn(product);

// The browser itself reports each request that a test cuts off.
test.use({ expectedProblems: /net::ERR_/ });

test.describe("administrators' double clicks and lost answers", () => {
  test(
    "the keys of the review queue decide nothing behind what is open, nor while they are held down",
    FULL,
    async ({ visit }) => {
      const developer = await registered();
      const skill = await waiting(developer.key);
      const page = await visit(ADMIN);
      const decisions: string[] = [];
      page.on("request", (request) => {
        if (request.method() === "PATCH") decisions.push(request.url());
      });
      // The approval takes effect by the press alone, however long a step takes.
      await page.clock.setFixedTime(Date.now());
      await openReady(page, `/admin/queue?search=${skill.name}`);
      await page.getByRole("button", { name: /^Approve/ }).waitFor();
      await page.keyboard.press("?");
      const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
      await list.waitFor();
      await list.getByText("Approve (asks first)").waitFor();
      await page.keyboard.press("a");
      await page.waitForTimeout(PRESSED_MS);
      await page.keyboard.press("Escape");
      await list.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Your account" }).click();
      await page.getByRole("menu", { name: "Account" }).waitFor();
      await page.keyboard.press("a");
      await page.waitForTimeout(PRESSED_MS);
      await page.keyboard.press("Escape");
      await page.getByRole("menu").waitFor({ state: "detached" });
      await page.evaluate(() =>
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", repeat: true, bubbles: true })),
      );
      await page.waitForTimeout(PRESSED_MS);
      expect(decisions).toEqual([]);
      await page.keyboard.press("a");
      const question = page.getByRole("alertdialog");
      await question.waitFor();
      for (const point of await question.getByRole("checkbox").all()) await point.check();
      await question.getByRole("button", { name: "Approve" }).dblclick();
      await page.getByRole("button", { name: "Send now" }).dblclick();
      await page.getByText("No submissions to review").waitFor();
      // One that can be undone, and one that sends it at once.
      expect(decisions).toHaveLength(2);
    },
  );

  test("credits whose answer is lost are given once, though the dialog was closed and opened again", async ({
    visit,
  }) => {
    const someone = await registered();
    const page = await visit(ADMIN);
    await openReady(page, `/admin/accounts/${someone.id}`);
    const keys = await loseAnswers(page, "**/credits", "POST", SENT_AT_MOST);
    const dialog = page.locator("[role=dialog]:not([aria-modal=false])");
    const opener = page.getByRole("button", { name: "Add to balance", exact: true });
    const give = dialog.getByRole("button", { name: "Add to balance", exact: true });
    await opener.click();
    await dialog.getByLabel("Amount (USD)").fill("2.5");
    await dialog.getByLabel(/^Reason/).fill("Sorry for the outage.");
    await give.click();
    // It is not closed while nobody knows what comes of it.
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "Retry" }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await opener.click();
    await expect(dialog.getByLabel("Amount (USD)")).toHaveValue("2.5");
    await give.click();
    await dialog.waitFor({ state: "detached" });
    expect(keys).toHaveLength(SENT_AT_MOST + 1);
    expect(new Set(keys).size).toBe(1);
    expect((await api<{ available: number }>(someone.key, "GET", "/v1/balance")).available).toBe(2.5);
    await opener.click();
    await expect(dialog.getByLabel("Amount (USD)")).toHaveValue("");
    await expect(give).toBeEnabled();
  });

  test(
    "an act whose answer is lost is shown as done, and its opposite takes nothing over from it",
    FULL,
    async ({ visit }) => {
      const someone = await registered();
      const page = await visit(ADMIN);
      await openReady(page, `/admin/accounts/${someone.id}`);
      await loseAnswers(page, "**/suspend", "POST", 1);
      await page.getByRole("button", { name: "Suspend", exact: true }).click();
      const dialog = page.locator("[role=dialog]:not([aria-modal=false])");
      await dialog.getByLabel(/^Reason/).fill("Sells stolen keys.");
      await dialog.getByRole("button", { name: "Suspend", exact: true }).click();
      const unsuspend = page.getByRole("button", { name: "Unsuspend", exact: true });
      await unsuspend.waitFor();
      await dialog.waitFor({ state: "detached" });
      await unsuspend.click();
      await expect(dialog.getByLabel(/^Reason/)).toHaveValue("");
    },
  );

  test("what is typed stays where the page cannot be read again", FULL, async ({ visit }) => {
    const someone = await registered();
    const page = await visit(ADMIN);
    await openReady(page, `/admin/accounts/${someone.id}`);
    await page.getByRole("button", { name: "Suspend", exact: true }).click();
    const dialog = page.locator("[role=dialog]:not([aria-modal=false])");
    await dialog.getByLabel(/^Reason/).fill("Sells stolen keys.");
    await page.context().setOffline(true);
    await dialog.getByRole("button", { name: "Suspend", exact: true }).click();
    await dialog.getByRole("button", { name: "Retry" }).waitFor();
    await page.waitForTimeout(PRESSED_MS);
    await expect(dialog.getByLabel(/^Reason/)).toHaveValue("Sells stolen keys.");
    await page.context().setOffline(false);
    await dialog.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("button", { name: "Unsuspend", exact: true }).waitFor();
  });

  test(
    "two administrators on one report: the slower one sees the decision, and the report is gone",
    FULL,
    async ({ visit }) => {
      const [developer, reporter] = [await registered(), await registered()];
      const skill = await waiting(developer.key);
      const admin = await visit(ADMIN);
      await api(admin, "PATCH", "/v1/admin/skills", { skill_id: skill.id, action: "approve" });
      await api(reporter.key, "POST", `/v1/skills/${skill.slug}/reports`, { kind: "broken", text: "It is." });
      await openReady(admin, `/admin/reports?skill=${skill.slug}`);
      const { data } = await api<{ data: { id: string }[] }>(admin, "GET", `/v1/admin/reports?skill=${skill.slug}`);
      const path = `/v1/admin/reports/${data[0]?.id}/decision`;
      await api(admin, "POST", path, { action: "dismiss", note: "It works." });
      await admin.getByLabel("Note").fill("Mend it.");
      await admin.getByRole("button", { name: "Warn" }).click();
      await admin.getByText("has been decided already").first().waitFor();
      await admin.getByText("No open reports").waitFor();
    },
  );
});
