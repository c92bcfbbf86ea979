import { type Browser, expect, type Page } from "@playwright/test";
import { openReady } from "@/tests/e2e/ready";

/** Pages looked at side by side, since most of a look is waiting for the page to be quiet. */
const TABS = 4;

/** What must not be on any page: what runs, what loads from elsewhere, and what changes the page as a whole. */
const FORBIDDEN = [
  ...["onerror", "onload", "onfocus", "onmouseover", "ontoggle", "onstart", "onanimationstart"].map(
    (name) => `[${name}]`,
  ),
  "iframe, object, embed, base, meta[http-equiv], math, marquee, form[action^='javascript' i]",
  "[href^='javascript' i], [href^='vbscript' i], [href^='data:' i], [src^='javascript' i]",
  "img[src^='http'], script[src^='//'], script[src*='evil'], link[href*='evil']",
].join(", ");

/** Everything about a page that a text may not cause: a script that ran, a policy that had to stop one, a foreign request. */
function watch(page: Page, own: string): string[] {
  const problems: string[] = [];
  page.on("dialog", (dialog) => {
    problems.push(`ran: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) problems.push(message.text());
  });
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== own) problems.push(`foreign: ${request.url()}`);
  });
  return problems;
}

/** Visits pages and fails when a script ran, the policy had to stop something, or anything was asked of elsewhere. */
export async function visitAll(
  { browser, origin, who }: { browser: Browser; origin: string; who: { email: string; password: string } | null },
  paths: string[],
  work: (page: Page) => Promise<void> = async () => {},
) {
  const context = await browser.newContext();
  if (who) {
    const answer = await context.request.post(`${origin}/api/auth/sign-in/email`, {
      data: { email: who.email, password: who.password },
      headers: { origin },
    });
    expect(answer.status()).toBe(200);
  }
  const left = paths.values();
  const tab = async () => {
    const page = await context.newPage();
    const problems = watch(page, origin);
    for (const path of left) {
      await openReady(page, origin + path);
      await work(page);
      const found = await page.evaluate(
        (selector) => [...document.querySelectorAll(selector)].map(({ outerHTML }) => outerHTML.slice(0, 200)),
        FORBIDDEN,
      );
      expect([path, found, problems]).toEqual([path, [], []]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(TABS, paths.length) }, tab));
  await context.close();
}

/** What a browser makes of a document without running it: what must not be in it, and what its main part says. */
export function parsed(page: Page, html: string): Promise<{ forbidden: string[]; text: string }> {
  return page.evaluate(
    ({ html, selector }) => {
      const document = new DOMParser().parseFromString(html, "text/html");
      // Ours carry the nonce of their answer.
      const isForbidden = (element: Element) =>
        element.matches(selector) ||
        (element.matches("script:not([type='application/ld+json'])") && !element.getAttribute("nonce")) ||
        element.getAttributeNames().some((name) => name.startsWith("on"));
      const forbidden = [...document.querySelectorAll("*")].filter(isForbidden);
      return {
        forbidden: forbidden.map(({ outerHTML }) => outerHTML.slice(0, 200)),
        text: (document.querySelector("main")?.textContent ?? "").replace(/\s+/g, " "),
      };
    },
    { html, selector: FORBIDDEN },
  );
}

/**
 * Fetches pages as who has opened `page` and fails when one of them contains what must not be in it: a hundredth of the time of
 * visits. Returns what the main part of each says.
 */
export async function fetchAll(page: Page, paths: string[]): Promise<string[]> {
  // Any document of ours, to read the others in.
  await page.goto("/llms.txt");
  const texts: string[] = [];
  for (const path of paths) {
    const answer = await page.context().request.get(path);
    const { forbidden, text } = await parsed(page, await answer.text());
    expect([path, answer.status(), forbidden]).toEqual([path, 200, []]);
    texts.push(text);
  }
  return texts;
}
