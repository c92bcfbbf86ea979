import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "@playwright/test";

const SYSTEM_FONTS = ["/usr/share/fonts", "/usr/local/share/fonts"];

type Packaged = { path: string; env: Record<string, string> };
let packaging: Promise<Packaged> | undefined;

/** Starts a browser: the one of CHROMIUM_PATH, the one that npm brought (Linux), or Playwright's own. */
export async function openBrowser(): Promise<Browser> {
  const own = process.env.CHROMIUM_PATH;
  if (!own && process.platform === "linux") packaging ??= packagedChromium();
  const packaged = own ? undefined : await packaging;
  return chromium.launch({
    ...(own && { executablePath: own }),
    ...(packaged && { executablePath: packaged.path, env: packaged.env }),
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
}

/** Unpacks the browser and returns the environment that it needs; that of this process, which others inherit, stays as it was. */
async function packagedChromium(): Promise<Packaged> {
  // The package unpacks into the temporary folder and takes whatever lies there: give every version its own.
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const root = entry.slice(0, entry.lastIndexOf("/build/"));
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const folder = join(tmpdir(), `marketplace-chromium-${version}`);
  mkdirSync(folder, { recursive: true });
  const before = { ...process.env };
  try {
    // With the second setting, the package also brings the libraries that a bare machine lacks. It reads both when it is imported.
    Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: "nodejs24.x" });
    const { default: sparticuz } = await import("@sparticuz/chromium");
    const path = await sparticuz.executablePath();
    const env = { ...process.env, TMPDIR: before.TMPDIR, FONTCONFIG_FILE: fontsOf(folder) };
    return { path, env: JSON.parse(JSON.stringify(env)) };
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/** The list of fonts: the package's own knows nothing of its folder, and a browser without a single font dies on its first form control. */
function fontsOf(folder: string): string {
  const file = join(folder, "fonts.conf");
  const fonts = fontList([join(folder, "fonts"), ...SYSTEM_FONTS], folder);
  // Written once: another worker's browser may be reading it.
  if (!existsSync(file) || readFileSync(file, "utf8") !== fonts) writeFileSync(file, fonts);
  return file;
}

const fontList = (folders: string[], cache: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((folder) => `  <dir>${folder}</dir>`).join("\n")}
  <cachedir>${join(cache, "fonts-cache")}</cachedir>
</fontconfig>
`;
