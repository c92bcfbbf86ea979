import { existsSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Browser, chromium } from "@playwright/test";

/** Where Debian's package puts it: it is steadier than the packaged one. */
const SYSTEM_CHROMIUM = "/usr/bin/chromium";

const chosen = process.env.CHROMIUM_PATH ?? (existsSync(SYSTEM_CHROMIUM) ? SYSTEM_CHROMIUM : undefined);

/** How often a flow begins again: the packaged browser dies by itself while it draws some forms, the others hardly ever. */
export const FLOW_RETRIES = chosen ? 2 : 20;

/** Starts a browser: the one of CHROMIUM_PATH, this machine's own, the one that npm brought (Linux), or Playwright's own. */
export async function openBrowser(): Promise<Browser> {
  const path = chosen ?? (process.platform === "linux" ? await packagedChromium() : undefined);
  return chromium.launch({
    ...(path && { executablePath: path }),
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
}

async function packagedChromium(): Promise<string> {
  // The package unpacks into the temporary folder and takes whatever lies there: give every version its own.
  const manifest = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const folder = join(tmpdir(), `marketplace-chromium-${dirname(manifest).split("/").length}-153`);
  mkdirSync(folder, { recursive: true });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  // With this, the package also brings the libraries that a bare machine lacks; it reads it when it is imported.
  process.env.AWS_LAMBDA_JS_RUNTIME = "nodejs24.x";
  const { default: sparticuz } = await import("@sparticuz/chromium");
  const path = await sparticuz.executablePath();
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  return path;
}
