import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from "@playwright/test";
import { openBrowser } from "@/tests/e2e/browser";
import { PEOPLE, type Who } from "@/tests/e2e/people";
import { type Begun, type Product, withProduct } from "@/tests/e2e/product";

/** Opens a watched page in a context of its own, signed in as somebody, or anonymous for null. */
export type Visit = (who: Who | null, options?: BrowserContextOptions) => Promise<Page>;

/** Opens a watched page in the context that looks as somebody. */
export type Look = (who: Who | null) => Promise<Page>;

type PerWorker = {
  /** The saved session of somebody of the demo, for all tests of a worker: none of them may end it. */
  sessionOf: (who: Who) => Promise<StorageState>;
  /** The context in which all tests of a worker look at pages as somebody: scripts and styles are loaded and compiled once. */
  lookingAs: (who: Who | null) => Promise<BrowserContext>;
  /** Settings that the product runs with. Tests of other settings get a product and a worker of their own. */
  settings: Record<string, string>;
  /** What the product has when it starts. */
  begun: Begun;
  product: Product;
};
type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;
type PerTest = {
  /** What went wrong in any page: console errors, uncaught errors, requests to other origins. A test fails unless it is empty. */
  problems: string[];
  /** Problems that a test causes on purpose. */
  expectedProblems: RegExp | null;
  visit: Visit;
  /** Opens a watched page beside those of other tests, for those who only look: it has their cookies, storage and cache. */
  look: Look;
  closeContexts: undefined;
};

/** Marks a test that `npm run test:full` runs, and `npm test` does not: another one fails with it, save for rare causes. */
export const FULL = { tag: "@full" };

/** Contexts that outlive the test that opened them. */
const shared = new WeakSet<BrowserContext>();

/** Most characters of what the product printed that a failed test shows. */
const MAX_PRINTED = 3_000;
const STARTED_MS = 300_000;
/** A product that was lived in begins with its year. */
const LIVED_MS = 1_800_000;

/** Tests on a running product. Addresses such as "/wallet" are its own. */
export const test = base.extend<PerTest, PerWorker>({
  // What is earned can be paid out at once: tests of other settings take a product of their own, after all others.
  settings: [{ EARNINGS_HOLD_DAYS: "0" }, { scope: "worker", option: true }],
  begun: ["demo", { scope: "worker", option: true }],
  product: [
    ({ settings, begun }, use) => withProduct({ ...settings, begun }, use),
    { scope: "worker", auto: true, timeout: LIVED_MS },
  ],
  browser: [
    async ({ product: _ }, use) => {
      const browser = await openBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: "worker", timeout: STARTED_MS },
  ],
  sessionOf: [
    async ({ browser, product }, use) => {
      const saved = new Map<Who, Promise<StorageState>>();
      await use((who) => {
        const session = saved.get(who) ?? signIn(browser, product.url, who);
        if (PEOPLE.includes(who)) saved.set(who, session);
        return session;
      });
    },
    { scope: "worker" },
  ],
  lookingAs: [
    async ({ browser, sessionOf }, use) => {
      const open = async (who: Who | null) => {
        const context = await browser.newContext({ ...(who && { storageState: await sessionOf(who) }) });
        shared.add(context);
        return context;
      };
      const contexts = new Map<Who | null, Promise<BrowserContext>>();
      await use((who) => {
        const context = contexts.get(who) ?? open(who);
        contexts.set(who, context);
        return context;
      });
    },
    { scope: "worker" },
  ],
  baseURL: ({ product }, use) => use(product.url),
  expectedProblems: [null, { option: true }],
  problems: async ({ expectedProblems, product }, use) => {
    const problems: string[] = [];
    const before = product.output().length;
    await use(problems);
    const printed = product.output().slice(before).slice(-MAX_PRINTED);
    expect(
      problems.filter((problem) => !expectedProblems?.test(problem)),
      `meanwhile the product printed: ${printed}`,
    ).toEqual([]);
  },
  visit: async ({ browser, product, problems, sessionOf }, use) => {
    await use(async (who, options) => {
      const context = await browser.newContext({
        ...options,
        ...(who && { storageState: await sessionOf(who) }),
      });
      const page = await context.newPage();
      watch(page, product.url, problems);
      return page;
    });
  },
  look: async ({ lookingAs, product, problems }, use) => {
    const pages: Page[] = [];
    await use(async (who) => {
      const page = await (await lookingAs(who)).newPage();
      pages.push(page);
      watch(page, product.url, problems);
      return page;
    });
    for (const page of pages) await page.close();
  },
  page: async ({ visit }, use) => use(await visit(null)),
  closeContexts: [
    async ({ browser }, use) => {
      await use(undefined);
      await closeAll(browser);
    },
    { auto: true },
  ],
});

async function signIn(browser: Browser, origin: string, who: Who): Promise<StorageState> {
  const context = await browser.newContext({ baseURL: origin });
  const answer = await context.request.post("/api/auth/sign-in/email", {
    data: { email: who.email, password: who.password },
    headers: { origin },
  });
  if (answer.status() !== 200) throw new Error(`${who.email} could not sign in: ${answer.status()}`);
  const session = await context.storageState();
  await context.close();
  return session;
}

async function closeAll(browser: Browser): Promise<void> {
  const own = browser.contexts().filter((context) => !shared.has(context));
  await Promise.all(own.map((context) => context.close()));
}

/** Notes what goes wrong in a page. */
function watch(page: Page, own: string, problems: string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== own) problems.push(`foreign: ${request.url()}`);
  });
}
