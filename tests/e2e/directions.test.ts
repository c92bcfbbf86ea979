import { expect, type Page } from "@playwright/test";
import { FULL, test } from "@/tests/e2e/fixtures";
import { ADMIN, DEVELOPER } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";
import { SIGN_IN_PASSWORD as password, registered } from "@/tests/e2e/registered";
import { publish } from "@/tests/e2e/shop";

/** A text that runs from right to left; its sign at the end comes to stand at the right where a place forgets that. */
const TEXT = "\u0645\u0631\u062d\u0628\u0627 \u0628\u0627\u0644\u0639\u0627\u0644\u0645!";
const slug = `right-to-left-${Date.now()}`;

/** The elements that show the text in the direction of the page, or cut off its beginning instead of its end. */
function forgetful(page: Page): Promise<string[]> {
  return page.evaluate((text) => {
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const wrong: string[] = [];
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const parent = node.parentElement?.closest(":not(mark)");
      if (!node.textContent?.includes(text) || !parent || parent.matches("script, style, title, pre *")) continue;
      const { unicodeBidi, direction, textOverflow, whiteSpace } = getComputedStyle(parent);
      // `bdi` takes the direction of its text by itself.
      const isOwn = unicodeBidi === "plaintext" || direction === "rtl" || parent.matches("bdi");
      const isCut = textOverflow === "ellipsis" && whiteSpace === "nowrap" && direction !== "rtl";
      if (!isOwn || (isCut && node.textContent.trim().startsWith(text))) wrong.push(parent.outerHTML.slice(0, 200));
    }
    return wrong;
  }, TEXT);
}

async function send(key: string, method: string, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const answer = await fetch(product.url + path, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
}

test("what people write from right to left is shown so on every page", FULL, async ({ visit }) => {
  test.slow();
  const id = await publish(product.url, slug, {
    name: TEXT,
    description: TEXT,
    readme: `# ${TEXT}\n\n${TEXT}\n\n- ${TEXT}`,
    api_schema: { type: "object", properties: { text: { type: "string", title: TEXT, description: TEXT } } },
    examples: [{ name: TEXT, input: { text: TEXT } }],
  });
  const { email, key } = await registered(TEXT);
  await send(key, "POST", "/v1/keys", { name: TEXT });
  // Who reviews a skill has called it three times.
  for (const _ of [1, 2, 3]) await send(key, "POST", `/v1/skills/${slug}/execute`, { text: TEXT });
  await send(key, "PUT", `/v1/favorites/${slug}`, { list: TEXT });
  await send(key, "PUT", `/v1/skills/${slug}/reviews`, { rating: 5, text: TEXT });
  await send(key, "POST", `/v1/skills/${slug}/reports`, { kind: "other", text: TEXT });
  await send(key, "POST", "/v1/skill-requests", { title: TEXT, text: TEXT });
  const seen: Record<string, number> = {};
  const look = async (page: Page, paths: string[]) => {
    for (const path of paths) {
      await openReady(page, path);
      seen[path] = await page.getByText(TEXT).count();
      expect([path, await forgetful(page)]).toEqual([path, []]);
    }
  };
  const buyer = await visit({ email, password });
  const skill = `/skills/${slug}`;
  await look(buyer, [
    `/skills?search=${encodeURIComponent(TEXT)}`,
    "/skills",
    skill,
    ...["try", "api", "versions", "reviews"].map((tab) => `${skill}?tab=${tab}`),
    `/compare?skills=${slug},text-statistics`,
    "/requests",
    "/favorites",
    "/keys",
    "/usage",
    "/reports",
    "/settings",
  ]);
  await buyer.getByLabel("Search skills").fill(TEXT.slice(0, -1));
  await buyer.getByRole("option", { name: TEXT }).waitFor();
  expect(await forgetful(buyer)).toEqual([]);
  await look(await visit(DEVELOPER), ["/console", `/console/${id}`, `/console/${id}/reviews`, "/console/requests"]);
  await look(await visit(ADMIN), ["/admin/reports", "/admin/requests", "/admin/queue?status=approved"]);
  const without = Object.entries(seen).flatMap(([path, count]) => (count === 0 ? [path] : []));
  expect(
    without.filter((path) => !["/skills", "/settings", "/console", "/admin/queue?status=approved"].includes(path)),
  ).toEqual([]);
});
