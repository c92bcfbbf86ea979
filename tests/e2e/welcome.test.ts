import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { test } from "@/tests/e2e/fixtures";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";

test("who registers sees the key once, the checklist ticks what has been done, and the list of skills begins with what was used", async ({
  page,
}) => {
  await page.goto("/register");
  await page.getByLabel("Email").fill(`new-${Date.now()}@example.com`);
  await page.getByLabel("Password").fill("a long password");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/welcome");
  await page.getByText("0 of 4 steps done.").waitFor();
  await expect(page.getByLabel("Name")).toHaveValue("First key");
  await page.getByRole("button", { name: "Create API key" }).click();
  const secret = ((await page.getByText(/^skm_\w{36}$/).textContent()) ?? "").trim();
  const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
  const body = JSON.stringify({ text: "three short words" });
  const path = `${product.url}/v1/skills/text-statistics/execute`;
  expect((await fetch(path, { method: "POST", headers, body })).status).toBe(200);
  await page.getByText("The first call has arrived.").waitFor();
  const made = await fetch(`${product.url}/v1/keys`, { headers });
  expect((await made.json()).data).toMatchObject([{ credit_limit: 1, credit_limit_interval: "day" }]);
  await page.reload();
  await page.getByText("2 of 4 steps done.").waitFor();
  await expect(page.getByText(secret)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Create API key" })).toHaveCount(0);
  await page.goto("/skills");
  const used = page.getByRole("region", { name: "Recently used" });
  await expect(used.getByRole("article")).toHaveCount(1);
  await used.getByRole("link", { name: "Text statistics" }).waitFor();
});

test("from the landing page to one's own key are three clicks and two fields; its first call is a skill, ticked when it arrives", async ({
  page,
}) => {
  let [clicks, fields] = [0, 0];
  const click = async (name: string, role: "link" | "button") => {
    clicks++;
    await page.getByRole(role, { name, exact: true }).first().click();
  };
  const fill = async (label: string, text: string) => {
    fields++;
    await page.getByLabel(label).fill(text);
  };
  await openReady(page, "/");
  await click("Get started", "link");
  await fill("Email", `three-${Date.now()}@example.com`);
  await fill("Password", "a long password");
  await click("Create account", "button");
  await page.waitForURL("**/welcome");
  await click("Create API key", "button");
  const secret = ((await page.getByText(/^skm_\w{36}$/).textContent()) ?? "").trim();
  expect([clicks, fields]).toEqual([3, 2]);
  const command = (await page.locator("pre", { hasText: "/execute?" }).textContent()) ?? "";
  expect(command).toContain(`Authorization: Bearer ${secret}`);
  await page.getByText("Waiting for the first call").waitFor();
  const { stdout } = await promisify(execFile)("sh", ["-c", `${command.trim()} -s`]);
  expect(JSON.parse(stdout)).toMatchObject({ result: expect.anything(), usage: { cost: 0 } });
  await page.getByText("The first call has arrived.").waitFor();
  await page.getByText("2 of 4 steps done.").waitFor();
  await expect(page.getByText(secret, { exact: true })).toBeVisible();
});
