import type { Browser, Page } from "@playwright/test";
import { pool } from "@/lib/platform/core/db";
import { fillListings, join, readNames } from "@/tests/bench/listings";
import { startHost, startLoader, startPlain, type Target } from "@/tests/bench/processes";
import { figure, median, type Result } from "@/tests/bench/results";
import { openBrowser } from "@/tests/e2e/browser";
import { openReady } from "@/tests/e2e/ready";

const [LISTINGS, FEW_LISTINGS] = [100_000, 2_000];
const CONNECTIONS = 16;
const ROUNDS = 5;
/** Pages a second at which the server's time is measured: few enough that nothing waits in line. */
const PACE_PER_SECOND = 20;
const MAX_SERVER_MS = 15;
const MAX_LCP_MS = 1_200;
const MAX_CLICK_MS = 150;
/** A slow telephone: 1.6 Mb/s, 150 ms to the server and back, and a quarter of this machine's processor. */
const SLOW = {
  cpu: 4,
  network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 },
};

/** How fast pages are rendered and answered to somebody signed in, when a telephone shows them, and how long clicks take. */
export async function pages(isQuick: boolean): Promise<Result[]> {
  await fillListings(await readNames(), isQuick ? FEW_LISTINGS : LISTINGS);
  const { rows } = await pool().query<{ slug: string }>("SELECT slug FROM listing ORDER BY popularity DESC LIMIT 1");
  const paths = {
    landing: "/",
    marketplace: "/skills",
    "a search": "/?search=data",
    "skill page": `/skills/${rows[0]?.slug}`,
  };
  const [host, plain] = [await startHost(), await startPlain()];
  const loader = startLoader();
  const cookie = await signIn(host.origin);
  const results: Result[] = [];
  for (const [name, path] of Object.entries(paths)) {
    const load = async ({ origin }: Target, request: { cookie?: string } = {}, perSecond?: number) => {
      const spec = { origin, requests: [{ path, ...request }], connections: CONNECTIONS };
      const durationMs = isQuick ? 1_000 : 4_000;
      const report = await loader.run({ ...spec, durationMs, ...(perSecond && { perSecond }) });
      if (report.failed > 0) throw new Error(`${path} was refused ${report.failed} times`);
      return { latencyMs: median(report.latenciesMs), rate: (report.answered * 1000) / report.elapsedMs };
    };
    const [ours, theirs, signedIn]: number[][] = [[], [], []];
    for (let round = -1; round < ROUNDS; round++) {
      const measured = [
        (await load(host)).rate,
        (await load(plain)).rate,
        (await load(host, { cookie }, PACE_PER_SECOND)).latencyMs,
      ];
      if (round < 0) continue;
      for (const [index, list] of [ours, theirs, signedIn].entries()) list?.push(measured[index] ?? 0);
    }
    results.push(
      figure(`${name}, rendered`, {
        value: median(ours ?? []),
        unit: "1/s",
        against: "next start",
        floor: median(theirs ?? []),
      }),
      figure(`${name}, signed in, at ${PACE_PER_SECOND}/s, p50`, {
        value: median(signedIn ?? []),
        unit: "ms",
        against: "nothing",
        goal: { of: "value", is: "<=", than: MAX_SERVER_MS },
      }),
    );
  }
  loader.stop();
  await plain.stop();
  results.push(...(await inBrowser(host.origin, cookie, paths)));
  await host.stop();
  return results;
}

/** The cookie of a new account's session. */
async function signIn(origin: string): Promise<string> {
  const { caller } = await join();
  const answer = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ email: caller.email, password: "a long password" }),
  });
  if (!answer.ok) throw new Error(`signing in was answered ${answer.status}: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}

async function inBrowser(origin: string, cookie: string, paths: Record<string, string>): Promise<Result[]> {
  const browser = await openBrowser();
  try {
    const results: Result[] = [];
    for (const [name, path] of Object.entries(paths)) {
      const paints: number[] = [];
      for (let round = 0; round < ROUNDS; round++) paints.push(await largestPaint(browser, origin + path));
      results.push(
        figure(`${name}, largest paint on a slow telephone`, {
          value: median(paints),
          unit: "ms",
          against: "nothing",
          goal: { of: "value", is: "<=", than: MAX_LCP_MS },
        }),
      );
    }
    return [...results, ...(await clicks(browser, origin, cookie))];
  } finally {
    await browser.close();
  }
}

/** When the largest part of a page is painted, on a slow telephone that has never been here. */
async function largestPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", SLOW.network);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOW.cpu });
  await page.goto(url, { waitUntil: "load" });
  const paint = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: "largest-contentful-paint",
          buffered: true,
        });
      }),
  );
  await context.close();
  return paint;
}

/** Milliseconds from a click on a card to the skill's page, somebody signed in, without resting on the link first. */
async function clicks(browser: Browser, origin: string, cookie: string): Promise<Result[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(
    cookie.split("; ").map((pair) => {
      const at = pair.indexOf("=");
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: origin };
    }),
  );
  const page = await context.newPage();
  const taken: number[] = [];
  for (let round = -1; round < ROUNDS * 2; round++) {
    await openReady(page, `${origin}/?search=data`);
    const ms = await clickToContent(page, "main article a[href^='/skills/']", "[role=tablist]");
    if (round >= 0) taken.push(ms);
  }
  await context.close();
  return [
    figure("a click on a card, to its content", {
      value: median(taken),
      unit: "ms",
      against: "nothing",
      goal: { of: "value", is: "<=", than: MAX_CLICK_MS },
    }),
  ];
}

/** Clicks a link within the page itself, and waits for the frame that shows what `shows` selects. */
function clickToContent(page: Page, link: string, shows: string): Promise<number> {
  return page.evaluate(
    async ([of, until]) => {
      const links = [...document.querySelectorAll<HTMLElement>(of ?? "")];
      const target = links[Math.floor(links.length / 2)];
      if (!target) throw new Error(`there is no ${of}`);
      const startedAt = performance.now();
      target.click();
      while (!document.querySelector(until ?? "")) {
        if (performance.now() - startedAt > 10_000) throw new Error(`there is no ${until} after 10 seconds`);
        await new Promise(requestAnimationFrame);
      }
      return performance.now() - startedAt;
    },
    [link, shows],
  );
}
