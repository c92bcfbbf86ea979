import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";

const SYSTEM_FONTS = ["/usr/share/fonts", "/usr/local/share/fonts"];

/** How often a flow begins again, as somebody new, should the browser die under it. */
export const FLOW_RETRIES = 3;

/** Starts a browser: the one of CHROMIUM_PATH, the one that npm brought (Linux), or Playwright's own. */
export async function openBrowser(): Promise<Browser> {
  const path = process.env.CHROMIUM_PATH ?? (process.platform === "linux" ? await packagedOnce() : undefined);
  return chromium.launch({
    ...(path && { executablePath: path }),
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
}

let packaged: Promise<string> | undefined;

/** Unpacking sets the process's temporary folder for a while: tests that open browsers at once share it. */
function packagedOnce(): Promise<string> {
  packaged ??= packagedChromium();
  return packaged;
}

async function packagedChromium(): Promise<string> {
  // The package unpacks into the temporary folder and takes whatever lies there: give every version its own.
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const root = entry.slice(0, entry.lastIndexOf("/build/"));
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const folder = join(tmpdir(), `marketplace-chromium-${version}`);
  mkdirSync(folder, { recursive: true });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  // With this, the package also brings the libraries that a bare machine lacks; it reads it when it is imported.
  process.env.AWS_LAMBDA_JS_RUNTIME = "nodejs24.x";
  const { default: sparticuz } = await import("@sparticuz/chromium");
  const path = await sparticuz.executablePath();
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  // Its own list of fonts knows nothing of this folder. A browser without a single font dies on its first form control.
  process.env.FONTCONFIG_FILE = join(folder, "fonts.conf");
  const fonts = fontList([join(folder, "fonts"), ...SYSTEM_FONTS], folder);
  const { FONTCONFIG_FILE: file } = process.env;
  // Written once: another file's browser may be reading it.
  if (!existsSync(file) || readFileSync(file, "utf8") !== fonts) writeFileSync(file, fonts);
  return path;
}

const fontList = (folders: string[], cache: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((folder) => `  <dir>${folder}</dir>`).join("\n")}
  <cachedir>${join(cache, "fonts-cache")}</cachedir>
</fontconfig>
`;
