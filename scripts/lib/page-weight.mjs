import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { ROOT } from "./install.mjs";

const NEXT = join(ROOT, ".next");
const KB = 1024;
/** Most JavaScript that a page loads before anything is clicked, packed. React and Next alone are about 132 KB. */
const BUDGET_BYTES = { "/": 180 * KB, other: 200 * KB };

/**
 * What the built pages load at first, packed, heaviest first: `{ page, bytes, budget }`. What is loaded when it is
 * needed (dialogs, charts, editors) does not count.
 */
export function weighPages() {
  const { rootMainFiles } = JSON.parse(readFileSync(join(NEXT, "build-manifest.json"), "utf8"));
  const sizes = new Map();
  const sizeOf = (file) => {
    if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(NEXT, file))).length);
    return sizes.get(file);
  };
  const manifests = globSync("server/app/**/page_client-reference-manifest.js", { cwd: NEXT });
  const pages = manifests.flatMap((path) => {
    const sandbox = { __RSC_MANIFEST: {} };
    sandbox.globalThis = sandbox;
    runInNewContext(readFileSync(join(NEXT, path), "utf8"), sandbox);
    return Object.entries(sandbox.__RSC_MANIFEST).map(([route, { entryJSFiles }]) => {
      const page = route.replace(/\/\([^)]*\)/g, "").replace(/\/page$/, "") || "/";
      const files = new Set([...rootMainFiles, ...Object.values(entryJSFiles).flat()]);
      const bytes = [...files].reduce((sum, file) => sum + sizeOf(file), 0);
      return { page, bytes, budget: BUDGET_BYTES[page] ?? BUDGET_BYTES.other };
    });
  });
  return pages.filter(({ page }) => !page.startsWith("/_")).sort((a, b) => b.bytes - a.bytes);
}

/** The weights as lines for people. */
export function weightReport(pages) {
  const width = Math.max(...pages.map(({ page }) => page.length));
  return pages
    .map(({ page, bytes, budget }) => {
      const over = bytes > budget ? "  OVER BUDGET" : "";
      return `  ${page.padEnd(width)}  ${(bytes / KB).toFixed(1).padStart(6)} of ${budget / KB} KB${over}`;
    })
    .join("\n");
}
