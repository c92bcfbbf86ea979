/**
 * Loads every page once after a start, so that no visitor waits for its code: a first request takes up to a second, and several on a
 * busy machine. One page at a time, with pauses, so that visitors of that time hardly notice.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { log } from "@/lib/platform/core/log";
import * as catalog from "@/lib/supply/catalog/service";

/** What the build wrote of its routes: paths by their files. */
const ROUTES = join(".next", "app-path-routes-manifest.json");
/** After a page, the processor is left to others for this many times as long as the page took, and at least for this long. */
const PAUSE_FACTOR = 2;
const MIN_PAUSE_MS = 50;
/** What stands for a parameter of a page: nothing has this name, so that only the page's code is loaded. */
const NOTHING = "warming";

/** A guide with code in every language that pages show: the first code of a language takes a third of a second. */
const GUIDE = "/docs/verify";

/** Paths of all pages, each once; the page of a skill is that of the most popular one. */
export async function pagePaths(routes: Record<string, string>): Promise<string[]> {
  const { data } = await catalog.browse({ sort: "popular", limit: 1, offset: 0 }, null);
  const known: Record<string, string> = {
    "/skills/[slug]": `/skills/${data[0]?.slug ?? NOTHING}`,
    "/docs/[slug]": GUIDE,
  };
  return Object.entries(routes)
    .filter(([file]) => file.endsWith("/page"))
    .map(([, path]) => known[path] ?? path.replace(/\[[^\]]+\]/g, NOTHING));
}

const routesOfBuild = async (): Promise<Record<string, string>> => JSON.parse(await readFile(ROUTES, "utf8"));

/** Asks `render` for every page. Never throws; ends early when `signal` is aborted. */
export async function warmPages(
  render: (path: string) => Promise<unknown>,
  signal: AbortSignal,
  readRoutes = routesOfBuild,
): Promise<void> {
  try {
    const startedAt = performance.now();
    const paths = await pagePaths(await readRoutes());
    for (const path of paths) {
      const askedAt = performance.now();
      await render(path).catch((err: unknown) => log.debug({ err, path }, "a page could not be loaded ahead"));
      const pauseMs = Math.max(MIN_PAUSE_MS, PAUSE_FACTOR * (performance.now() - askedAt));
      await setTimeout(pauseMs, undefined, { signal, ref: false });
    }
    const duration_ms = Math.round(performance.now() - startedAt);
    log.info({ pages: paths.length, duration_ms }, "every page has been loaded once");
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, "the pages could not be loaded ahead");
  }
}
