import { expect } from "@playwright/test";
import { test } from "@/tests/e2e/fixtures";
import { ADMIN, DEVELOPER } from "@/tests/e2e/people";
import { openReady } from "@/tests/e2e/ready";

test("a browser counts a skill once a day, and its developer's never; the console and the overview show the counts", async ({
  visit,
}) => {
  const developer = await visit(DEVELOPER);
  const own = await (await developer.context().request.get("/v1/developer/skills?limit=1")).json();
  const { id, slug } = own.data[0] as { id: string; slug: string };
  const viewsOf = async () => {
    const answer = await developer.context().request.get(`/v1/developer/skills/${id}/analytics`);
    return (await answer.json()).totals.views as number;
  };
  const counted: string[] = [];
  const visitor = await visit(null);
  visitor.on("request", (request) => {
    if (request.url().endsWith("/v1/views")) counted.push(request.postData() ?? "");
  });
  const before = await viewsOf();
  await openReady(visitor, `/skills/${slug}`);
  await expect.poll(() => counted.some((body) => body.includes(slug))).toBe(true);
  // A second page of the same browser on the same day.
  await openReady(visitor, "/");
  await openReady(visitor, `/skills/${slug}`);
  await openReady(developer, `/skills/${slug}`);
  await expect.poll(viewsOf).toBe(before + 1);
  expect(counted.filter((body) => body.includes(slug))).toHaveLength(1);
  expect(counted.filter((body) => body.includes('"is_visit":true'))).toHaveLength(1);

  await openReady(developer, `/console/${id}/analytics`);
  await expect(developer.getByText("Conversion", { exact: true })).toBeVisible();
  await openReady(developer, "/console");
  await expect(developer.getByRole("columnheader", { name: "Views" })).toBeAttached();
  const admin = await visit(ADMIN);
  await openReady(admin, "/admin");
  await expect(admin.getByRole("meter", { name: "Visits" })).toBeVisible();
});
