import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Licenses that packages may have. The last line's ask for the source of changed files only: we ship theirs unchanged, as
 * separate files. Read a license before you add it here.
 */
const ALLOWED = new Set([
  ...["0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "MIT-0"],
  ...["CC-BY-4.0", "OFL-1.1", "PSF-2.0", "Python-2.0", "SIL OPEN FONT LICENSE", "Unlicense"],
  ...["EPL-2.0", "LGPL-3.0-or-later", "MPL-2.0"],
]);

/** Packages whose manifest names no license, and what their license file says. */
const READ = { "seq-queue": "MIT", "humanize-number": "MIT", only: "MIT", "png-js": "MIT" };

/** The packages of a lockfile: name, version, license, and whether only development needs them. */
export function packagesOf(root) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes("node_modules/") && !link)
    .map(([path, { version, license, dev = false }]) => {
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      return { name, version, isDev: dev, path, license: license ?? READ[name] ?? legacyLicense(root, path) };
    });
}

/** The license of an old manifest, which the lockfile does not repeat. */
function legacyLicense(root, path) {
  const file = join(root, path, "package.json");
  if (!existsSync(file)) return null;
  return JSON.parse(readFileSync(file, "utf8")).licenses?.[0]?.type ?? null;
}

/** Whether we may ship something under an SPDX expression: under all that `AND` joins, or one that `OR` joins. */
export function isAllowed(expression) {
  if (!expression) return false;
  const isOne = (text) => text.split(/ OR /i).some((name) => ALLOWED.has(name.trim()));
  return expression.replace(/[()]/g, "").split(/ AND /i).every(isOne);
}

/** The packages whose license is not on the list. */
export function refusedPackages(root) {
  return packagesOf(root).filter(({ license }) => !isAllowed(license));
}

/** What the packages that we ship ask to be told: each one's license, with its text where it is installed. */
export function notices(root) {
  const shipped = packagesOf(root).filter(({ isDev, path }) => !isDev && existsSync(join(root, path)));
  const texts = shipped.map(({ name, version, license, path }) => {
    const folder = join(root, path);
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)(\.|-|$)/i.test(file));
    const words = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
    return [`${name} ${version}: ${license}`, ...words].join("\n\n");
  });
  return `${texts.sort().join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}
