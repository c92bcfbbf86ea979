import type { Browser, Page } from "@playwright/test";

/** Signs somebody in, in a context of their own, and opens a page that notes console errors and foreign requests. */
export async function visit(
  browser: Browser,
  base: string,
  { email, password }: { email: string; password: string },
  problems: string[],
): Promise<Page> {
  const context = await browser.newContext();
  const answer = await context.request.post(`${base}/api/auth/sign-in/email`, {
    data: { email, password },
    headers: { origin: base },
  });
  if (answer.status() !== 200) throw new Error(`${email} could not sign in: ${answer.status()}`);
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== base) problems.push(request.url());
  });
  return page;
}
