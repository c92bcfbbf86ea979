import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

export const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

/** All that differs between the themes: a page in the second one needs no other rules. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];
const SHOWN_CHARS = 160;

/**
 * axe, as its package for Playwright brings it, judging the contrast of what `markLooks` marked: that rule takes three quarters
 * of its time, and most texts of a page look like others.
 */
const MARK = "data-look";
const packageOfAxe = createRequire(import.meta.url).resolve("@axe-core/playwright");
const { source } = createRequire(packageOfAxe)("axe-core") as { source: string };
const AXE = `${source}; axe.configure({ rules: [{ id: "color-contrast", selector: "[${MARK}]" }] });`;
/** How many texts of each look are judged: one may be covered or scrolled away. */
const SAMPLES = 3;

type Part = {
  /** The only part that is looked at. */
  within?: string;
  /** A part that is left out. */
  without?: string;
  /** Whether only colors are looked at. */
  colorsOnly?: boolean;
};

/** Shows a page in a theme; returns when it has it. */
export async function showIn(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(`html[data-theme=${theme}]`).waitFor({ state: "attached" });
}

/** Waits until nothing on a page moves or fades: what is measured meanwhile depends on the moment. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const endless = (animation: Animation) =>
      animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
    const moving = () =>
      document.getAnimations().filter((animation) => animation.playState === "running" && !endless(animation));
    for (let left = moving(); left.length > 0; left = moving())
      // One that is called off, since its element is gone, rejects.
      await Promise.allSettled(left.map(({ finished }) => finished));
  });
}

/**
 * Marks the texts whose contrast is judged: some of each look, which is the text's own style on the same layers of backgrounds.
 * What lies above the flow, and each part beside it, has looks of its own.
 */
async function markLooks(page: Page, { within = "body", without = "" }: Part): Promise<void> {
  await page.evaluate(
    ({ mark, samples, within, without }) => {
      const layers = new Map<Element, string>();
      const isAbove = (element: Element) => !/^(static|relative)$/.test(getComputedStyle(element).position);
      const layersOf = (element: Element | null): string => {
        if (!element) return "";
        const known = layers.get(element);
        if (known !== undefined) return known;
        const style = getComputedStyle(element);
        const isOwn = [...(element.parentElement?.children ?? [])].some(isAbove);
        const paint = [style.backgroundColor, style.backgroundImage, style.opacity, style.filter];
        const found = [layersOf(element.parentElement), ...paint, isOwn && layers.size].join("/");
        layers.set(element, found);
        return found;
      };
      const isText = (element: Element) =>
        element.matches("input, select, textarea") ||
        [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim());
      const seen = new Map<string, number>();
      for (const marked of document.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark);
      for (const element of document.querySelectorAll(`:is(${within}) *, ${within}`)) {
        if (!isText(element) || (without && element.closest(without))) continue;
        const { color, font, textShadow, visibility } = getComputedStyle(element);
        const isDisabled = element.closest(":disabled, [aria-disabled=true]") !== null;
        const look = [element.tagName, color, font, textShadow, visibility, isDisabled, layersOf(element)].join();
        const count = (seen.get(look) ?? 0) + 1;
        seen.set(look, count);
        if (count <= samples) element.setAttribute(mark, "");
      }
    },
    { mark: MARK, samples: SAMPLES, within, without },
  );
}

/** What axe finds on a page that is at rest: a rule that is broken, and the elements that break it. */
export async function findings(page: Page, { within, without, colorsOnly = false }: Part = {}): Promise<string[]> {
  await atRest(page);
  await markLooks(page, { ...(within && { within }), ...(without && { without }) });
  // Taken in once a page: that takes as long as a look at a small one.
  const axeSource = (await page.evaluate(() => "axe" in window)) ? ";" : AXE;
  // A page without frames of other origins needs no blank page beside it, which is what the legacy mode saves.
  const axe = new AxeBuilder({ page, axeSource }).options({ resultTypes: ["violations"] }).setLegacyMode();
  if (within) axe.include(within);
  if (without) axe.exclude(without);
  if (colorsOnly) axe.withRules(COLOR_RULES);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, SHOWN_CHARS)).join(" | ")}`);
}

/** What axe finds on a page in both themes. */
export async function findingsInThemes(page: Page, part: Part = {}): Promise<string[]> {
  const found: string[] = [];
  for (const theme of THEMES) {
    await showIn(page, theme);
    for (const finding of await findings(page, { ...part, colorsOnly: theme === "dark" }))
      found.push(`${theme}: ${finding}`);
  }
  return found;
}
