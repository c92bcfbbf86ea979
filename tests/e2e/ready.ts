import type { Page } from "@playwright/test";

const READY_TIMEOUT_MS = 30_000;

/** Opens a page and waits until it is ready. */
export async function openReady(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await ready(page);
}

/** Waits until React handles every control of the page and its fonts are there. Throws what is not handled in time. */
export async function ready(page: Page): Promise<void> {
  const left = await page.evaluate(async (timeout) => {
    const isHandled = (control: Element) => Object.keys(control).some((key) => key.startsWith("__reactFiber$"));
    const waiting = () =>
      [...document.querySelectorAll("button, input, select, textarea, [role=tab]")].filter(
        (control) => !isHandled(control),
      );
    const frame = () => new Promise(requestAnimationFrame);
    const deadline = performance.now() + timeout;
    while (waiting().length > 0 && performance.now() < deadline) await frame();
    await document.fonts.ready;
    // Effects run after the first frame: they listen to keys and bring back what was typed.
    await frame();
    await frame();
    return waiting().map(({ outerHTML }) => outerHTML.slice(0, 100));
  }, READY_TIMEOUT_MS);
  if (left.length > 0) throw new Error(`React does not handle: ${left.join(" | ")}`);
}
