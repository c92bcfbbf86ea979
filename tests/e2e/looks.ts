/** How a page is looked at: at three widths, in one theme or both. */
import { expect, type Page } from "@playwright/test";
import { findings, showIn, type THEMES } from "@/tests/e2e/findings";
import { picture } from "@/tests/e2e/screenshots";

const WIDTHS = [390, 768, 1440];
/** Whether every page is looked at in both themes. */
export const isFull = Boolean(process.env.TEST_FULL || process.env.CONTACT_SHEET);
/** A theme and the width of the window. */
type Look = { theme: (typeof THEMES)[number]; width: number };
export const LIGHT: Look[] = WIDTHS.map((width) => ({ theme: "light", width }));
export const DARK: Look[] = (isFull ? WIDTHS : WIDTHS.slice(-1)).map((width) => ({ theme: "dark", width }));

/** Looks at an open page: nothing sticks out of the window, and in the widest axe finds nothing. */
export async function lookAt(page: Page, path: string, label: string, { theme, width }: Look): Promise<void> {
  await showIn(page, theme);
  await page.setViewportSize({ width, height: 900 });
  // What measures itself, such as a chart, follows the window a frame later.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
      message: `what sticks out of ${path} at ${width} pixels`,
    })
    .toBe(0);
  if (width !== 768 || process.env.CONTACT_SHEET) await picture(page, `${label}-${theme}-${width}`, { fullPage: true });
  if (width !== 1440) return;
  const found = await findings(page, { colorsOnly: theme === "dark" });
  expect([path, theme, found]).toEqual([path, theme, []]);
}

/** The name of a path's picture. */
export const labelOf = (path: string) => path.replace(/\W+/g, "-").replace(/^-|-$/g, "") || "home";
