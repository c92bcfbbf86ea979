import { expect } from "@playwright/test";
import { test } from "@/tests/e2e/fixtures";
import { ADMIN } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { ready } from "@/tests/e2e/ready";

async function api<T>(method: string, path: string, key: string | null, body?: object): Promise<T> {
  const answer = await fetch(product.url + path, {
    method,
    headers: { "content-type": "application/json", ...(key && { authorization: `Bearer ${key}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect([method, path, answer.status]).toEqual([method, path, 200]);
  return answer.json() as Promise<T>;
}

test("a submission is taken, and near-identical ones are rejected with one reason", async ({ visit }) => {
  const word = `queue${Date.now().toString(36)}`;
  const { api_key: key } = await api<{ api_key: string }>("POST", "/v1/auth/register", null, {
    email: `${word}@example.com`,
    password: "a long password",
  });
  const ids: string[] = [];
  for (const number of [1, 2, 3]) {
    const { id } = await api<{ id: string }>("POST", "/v1/developer/skills", key, {
      slug: `${word}-${number}`,
      name: `${word} ${number}`,
      description: `Counts the words of a text of ${word}.`,
      category: "writing",
      pricing_type: "usage",
      price_per_call: 0.01,
      api_endpoint: "http://demo-provider.localhost/text-statistics",
      submit: true,
    });
    ids.push(id);
  }
  const page = await visit(ADMIN);
  await page.goto(`/admin/queue?search=${word}`);
  await ready(page);
  await page.getByRole("button", { name: "Assign to me" }).click();
  await page.getByText("Assigned to you").waitFor();
  await expect(page.getByRole("list", { name: "Skills" }).getByText("near-identical")).toHaveCount(3);
  await page.getByRole("button", { name: "Reject all 3 near-identical" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason, shown to each developer").fill("The same skill three times.");
  await dialog.getByRole("button", { name: "Reject 3" }).click();
  await page.getByText("No submissions to review").waitFor();
  for (const id of ids)
    expect(
      await api<{ status: string; rejection_reason: string }>("GET", `/v1/developer/skills/${id}`, key),
    ).toMatchObject({ status: "rejected", rejection_reason: "The same skill three times." });
});
