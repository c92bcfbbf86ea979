import type { Browser } from "@playwright/test";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FLOW_RETRIES, openBrowser } from "@/tests/e2e/browser";
import { actorsOn, loseAnswers, SENT_AT_MOST } from "@/tests/e2e/lost-answers";
import { productOfFile } from "@/tests/e2e/product";
import { visit } from "@/tests/e2e/visit";

const ADMIN = { email: "admin@example.com", password: "demo-password" };
/** Longer than a press takes to be a request. */
const PRESSED_MS = 500;

const product = productOfFile();
const { api, registered, waiting } = actorsOn(product);
let browser: Browser;
let problems: string[] = [];

beforeEach(async () => {
  browser = await openBrowser();
  problems = [];
});
afterEach(() => browser.close());

const at = (path: string) => product.url + path;
const pageOf = (who: { email: string; password: string }) => visit(browser, product.url, who, problems);
/** All but what the browser itself says of a request that was cut off. */
const others = () => problems.filter((problem) => !problem.includes("net::ERR_"));

// A flow begins again, with new people, when the browser dies under it; what fails for a reason fails every time.
describe("administrators who press twice, or hear no answer", {
  retry: FLOW_RETRIES,
  timeout: 120_000,
}, () => {
  test("the keys of the review queue decide nothing behind what is open, nor while they are held down", async () => {
    const developer = await registered();
    const skill = await waiting(developer.key);
    const page = await pageOf(ADMIN);
    const decisions: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PATCH") decisions.push(request.url());
    });
    await page.goto(at(`/admin?search=${skill.name}`), { waitUntil: "networkidle" });
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
    await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).dblclick();
    await page.getByText("Nothing waits for review").waitFor();
    expect(decisions).toHaveLength(1);
    expect(others()).toEqual([]);
  });

  test("credits whose answer is lost are given once, though the dialog was closed and opened again", async () => {
    const someone = await registered();
    const page = await pageOf(ADMIN);
    await page.goto(at(`/admin/accounts/${someone.id}`), { waitUntil: "networkidle" });
    const keys = await loseAnswers(page, "**/credits", "POST", SENT_AT_MOST);
    const dialog = page.locator("[role=dialog]:not([aria-modal=false])");
    const opener = page.getByRole("button", { name: "Give credits", exact: true });
    const give = dialog.getByRole("button", { name: "Give credits", exact: true });
    await opener.click();
    await dialog.getByLabel("Credits").fill("2.5");
    await dialog.getByLabel(/^Reason/).fill("Sorry for the outage.");
    await give.click();
    // It is not closed while nobody knows what comes of it.
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "Retry" }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await opener.click();
    expect(await dialog.getByLabel("Credits").inputValue()).toBe("2.5");
    await give.click();
    await dialog.waitFor({ state: "detached" });
    expect(keys).toHaveLength(SENT_AT_MOST + 1);
    expect(new Set(keys).size).toBe(1);
    expect((await api<{ available: number }>(someone.key, "GET", "/v1/balance")).available).toBe(2.5);
    await opener.click();
    expect(await dialog.getByLabel("Credits").inputValue()).toBe("");
    expect(await give.isDisabled()).toBe(false);
    expect(others()).toEqual([]);
  });

  test("an act whose answer is lost is shown as done, and its opposite takes nothing over from it", async () => {
    const someone = await registered();
    const page = await pageOf(ADMIN);
    await page.goto(at(`/admin/accounts/${someone.id}`), { waitUntil: "networkidle" });
    await loseAnswers(page, "**/suspend", "POST", 1);
    await page.getByRole("button", { name: "Suspend", exact: true }).click();
    const dialog = page.locator("[role=dialog]:not([aria-modal=false])");
    await dialog.getByLabel(/^Reason/).fill("Sells stolen keys.");
    await dialog.getByRole("button", { name: "Suspend", exact: true }).click();
    const unsuspend = page.getByRole("button", { name: "Unsuspend", exact: true });
    await unsuspend.waitFor();
    await dialog.waitFor({ state: "detached" });
    await unsuspend.click();
    expect(await dialog.getByLabel(/^Reason/).inputValue()).toBe("");
    expect(others()).toEqual([]);
  });

  test("what is typed stays where the page cannot be read again", async () => {
    const someone = await registered();
    const page = await pageOf(ADMIN);
    await page.goto(at(`/admin/accounts/${someone.id}`), { waitUntil: "networkidle" });
    await page.getByRole("button", { name: "Suspend", exact: true }).click();
    const dialog = page.locator("[role=dialog]:not([aria-modal=false])");
    await dialog.getByLabel(/^Reason/).fill("Sells stolen keys.");
    await page.context().setOffline(true);
    await dialog.getByRole("button", { name: "Suspend", exact: true }).click();
    await dialog.getByRole("button", { name: "Retry" }).waitFor();
    await page.waitForTimeout(PRESSED_MS);
    expect(await dialog.getByLabel(/^Reason/).inputValue()).toBe("Sells stolen keys.");
    await page.context().setOffline(false);
    await dialog.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("button", { name: "Unsuspend", exact: true }).waitFor();
  });

  test("two administrators on one report: the slower one is told, and the report is gone", async () => {
    const [developer, reporter] = [await registered(), await registered()];
    const skill = await waiting(developer.key);
    const admin = await pageOf(ADMIN);
    await api(admin, "PATCH", "/v1/admin/skills", { skill_id: skill.id, action: "approve" });
    await api(reporter.key, "POST", `/v1/skills/${skill.slug}/reports`, { kind: "broken", text: "It is." });
    await admin.goto(at(`/admin/reports?skill=${skill.slug}`), { waitUntil: "networkidle" });
    const { data } = await api<{ data: { id: string }[] }>(
      admin,
      "GET",
      `/v1/admin/reports?skill=${skill.slug}`,
    );
    const path = `/v1/admin/reports/${data[0]?.id}/decision`;
    await api(admin, "POST", path, { action: "dismiss", note: "It works." });
    await admin.getByLabel("Note").fill("Mend it.");
    await admin.getByRole("button", { name: "Warn" }).click();
    await admin.getByText("has been decided already").first().waitFor();
    await admin.getByText("No report waits").waitFor();
    expect(others()).toEqual([]);
  });
});
