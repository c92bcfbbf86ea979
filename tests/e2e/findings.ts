import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

export const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

/** All that differs between the themes: a page in the second one needs no other rules. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];
const SHOWN_CHARS = 160;

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
      document
        .getAnimations()
        .filter((animation) => animation.playState === "running" && !endless(animation));
    for (let left = moving(); left.length > 0; left = moving())
      // One that is called off, since its element is gone, rejects.
      await Promise.allSettled(left.map(({ finished }) => finished));
  });
}

/** What axe finds on a page that is at rest: a rule that is broken, and the elements that break it. */
export async function findings(
  page: Page,
  { within, without, colorsOnly = false }: Part = {},
): Promise<string[]> {
  await atRest(page);
  // A page without frames of other origins needs no blank page beside it, which is what the legacy mode saves.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
  if (within) axe.include(within);
  if (without) axe.exclude(without);
  if (colorsOnly) axe.withRules(COLOR_RULES);
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, SHOWN_CHARS)).join(" | ")}`,
  );
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
