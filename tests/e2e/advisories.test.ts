import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { findings } from "@/tests/e2e/findings";
import { test } from "@/tests/e2e/fixtures";
import { ADMIN, DEVELOPER } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";
import { skillZip } from "@/tests/support/zips";

const api = async (page: Page, method: string, path: string, data?: object | Buffer) => {
  const isFile = Buffer.isBuffer(data);
  const answer = await page.context().request.fetch(`${product.url}${path}`, {
    method,
    headers: { origin: product.url, ...(isFile && { "content-type": "application/zip" }) },
    ...(data && { data }),
  });
  expect([path, answer.status(), answer.status() === 200 ? "" : await answer.text()]).toEqual([path, 200, ""]);
  return answer.json();
};

test("a seller yanks a version: its page and the list of advisories say so, and the yank can be undone", async ({
  visit,
  page,
}) => {
  const [seller, admin] = [await visit(DEVELOPER), await visit(ADMIN)];
  const slug = `yanked-${randomUUID().slice(0, 8)}`;
  const { id } = await api(seller, "POST", "/v1/developer/skills", {
    slug,
    name: "Yanked skill",
    description: "Does it.",
    category: "writing",
    pricing_type: "usage",
    price_per_call: 0,
    execution_type: "download",
  });
  await api(
    seller,
    "PUT",
    `/v1/developer/skills/${id}/package`,
    Buffer.from(
      skillZip({ slug, frontmatter: { name: slug, description: "Does it.", metadata: { version: "1.0.0" } } }),
    ),
  );
  await api(seller, "PATCH", `/v1/developer/skills/${id}`, { submit: true });
  await api(admin, "PATCH", "/v1/admin/skills", { skill_id: id, action: "approve" });

  await openReady(seller, `/console/${id}/advisories`);
  await seller.getByLabel("Reason, sent to everyone who has it").fill("It deletes the wrong files.");
  await seller.getByRole("button", { name: "Yank version" }).click();
  await expect(seller.getByRole("heading", { name: "It deletes the wrong files." })).toBeVisible();
  expect(await findings(seller)).toEqual([]);

  await openReady(page, `/skills/${slug}`);
  await expect(page.getByText("This version was yanked and can't be installed.")).toBeVisible();
  await openReady(page, "/advisories");
  await expect(page.getByRole("link", { name: "Yanked skill" }).first()).toBeVisible();
  await expect(page.getByText("It deletes the wrong files.").first()).toBeVisible();

  await seller.getByRole("button", { name: "Undo yank" }).click();
  await seller.getByRole("alertdialog").getByRole("button", { name: "Undo yank" }).click();
  await expect(seller.getByText("withdrawn", { exact: true })).toBeVisible();
});
