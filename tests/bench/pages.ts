import { pool } from "@/lib/core/db";
import { fillListings, readNames } from "@/tests/bench/listings";
import { startHost, startLoader, startPlain, type Target } from "@/tests/bench/processes";
import { figure, median, type Result } from "@/tests/bench/results";
import { openBrowser } from "@/tests/e2e/browser";

const LISTINGS = 2_000;
const CONNECTIONS = 8;
const ROUNDS = 5;
/** The packaged browser ends by itself now and then: a look is tried again. */
const LOOKS = 8;
const MAX_LCP_MS = 2_500;

/** How fast the marketplace and a skill's page are rendered, what JavaScript they bring, and when they can be seen. */
export async function pages(isQuick: boolean): Promise<Result[]> {
  await fillListings(await readNames(), LISTINGS);
  const { rows } = await pool().query<{ slug: string }>(
    "SELECT slug FROM listing ORDER BY popularity DESC LIMIT 1",
  );
  const [host, plain] = [await startHost(), await startPlain()];
  const loader = startLoader();
  const results: Result[] = [];
  for (const [name, path] of Object.entries({ marketplace: "/", "skill page": `/skills/${rows[0]?.slug}` })) {
    const rendered = { ours: [] as number[], plain: [] as number[] };
    const render = async ({ origin }: Target) => {
      const durationMs = isQuick ? 500 : 4_000;
      const report = await loader.run({ origin, requests: [{ path }], connections: CONNECTIONS, durationMs });
      if (report.failed > 0) throw new Error(`${path} was refused ${report.failed} times`);
      return (report.answered * 1000) / report.elapsedMs;
    };
    for (let round = -1; round < ROUNDS; round++) {
      const [ours, theirs] = [await render(host), await render(plain)];
      if (round < 0) continue;
      rendered.ours.push(ours);
      rendered.plain.push(theirs);
    }
    results.push(
      figure(`${name}, rendered`, {
        value: median(rendered.ours),
        unit: "1/s",
        against: "next start",
        floor: median(rendered.plain),
      }),
      ...(await weightOf(name, host.origin + path)),
      ...(await paintOf(name, host.origin + path)),
    );
  }
  loader.stop();
  await host.stop();
  await plain.stop();
  return results;
}

async function weightOf(name: string, url: string): Promise<Result[]> {
  const html = await (await fetch(url)).text();
  const scripts = [
    ...new Set([...html.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, source]) => source ?? "")),
  ];
  const sizes = await Promise.all(
    scripts.map(async (source) => (await (await fetch(new URL(source, url))).arrayBuffer()).byteLength),
  );
  return [
    figure(`${name}, JavaScript, unpacked`, {
      value: sizes.reduce((sum, size) => sum + size, 0) / 1024,
      unit: "KB",
      against: "its HTML",
      floor: Buffer.byteLength(html) / 1024,
    }),
  ];
}

/** When the largest part of a page is painted, in a browser without a cache. */
async function paintOf(name: string, url: string): Promise<Result[]> {
  const paints: number[] = [];
  const answers: number[] = [];
  for (let look = 0; look < LOOKS && paints.length < ROUNDS; look++) {
    const seen = await lookAt(url).catch(() => null);
    if (!seen) continue;
    paints.push(seen.paintMs);
    answers.push(seen.answerMs);
  }
  if (paints.length === 0) {
    console.log(`the browser did not live long enough to paint: ${name}`);
    return [];
  }
  return [
    figure(`${name}, largest paint`, {
      value: median(paints),
      unit: "ms",
      against: "its first byte",
      floor: median(answers),
      goal: { of: "value", is: "<=", than: MAX_LCP_MS },
    }),
  ];
}

async function lookAt(url: string): Promise<{ paintMs: number; answerMs: number }> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(url, { waitUntil: "load" });
    return await page.evaluate(async () => {
      const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      const paintMs = await new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: "largest-contentful-paint",
          buffered: true,
        });
      });
      return { paintMs, answerMs: navigation?.responseStart ?? 0 };
    });
  } finally {
    await browser.close().catch(() => {});
  }
}
