/** Longer versions are refused, so that comparing them is cheap. */
const MAX_VERSION_CHARACTERS = 64;

const NUMBER = "(0|[1-9][0-9]*)";
const LABEL = "(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)";
const SEMVER = new RegExp(
  `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-(${LABEL}(?:\\.${LABEL})*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
);
const FIRST_VERSION = "1.0.0";

type Version = { numbers: [bigint, bigint, bigint]; labels: string[] };

/** Whether a text is a semantic version of at most 64 characters, without a leading `v`. */
export function isSemver(text: string): boolean {
  return parseVersion(text) !== null;
}

/**
 * The version that follows the highest of `versions`: its next patch number, or its own release if it is a
 * pre-release. Texts that are no semantic versions are ignored; without any other it is `1.0.0`.
 */
export function nextPatch(versions: string[]): string {
  const parsed = versions.map(parseVersion).filter((version) => version !== null);
  const [first, ...rest] = parsed;
  if (first === undefined) return FIRST_VERSION;
  const highest = rest.reduce((best, version) => (compare(version, best) > 0 ? version : best), first);
  const [major, minor, patch] = highest.numbers;
  return `${major}.${minor}.${highest.labels.length > 0 ? patch : patch + 1n}`;
}

/** Orders two semantic versions by the precedence of the specification; build metadata does not count. */
export function compareVersions(left: string, right: string): number {
  const [first, second] = [parseVersion(left), parseVersion(right)];
  if (first === null || second === null) throw new TypeError("compareVersions takes semantic versions");
  return compare(first, second);
}

function parseVersion(text: string): Version | null {
  if (text.length > MAX_VERSION_CHARACTERS) return null;
  const match = SEMVER.exec(text);
  if (match === null) return null;
  const [, major = "0", minor = "0", patch = "0", labels] = match;
  return { numbers: [BigInt(major), BigInt(minor), BigInt(patch)], labels: labels?.split(".") ?? [] };
}

function compare(left: Version, right: Version): number {
  for (const index of [0, 1, 2] as const) {
    const order = compareNumbers(left.numbers[index], right.numbers[index]);
    if (order !== 0) return order;
  }
  if (left.labels.length === 0 || right.labels.length === 0) return right.labels.length - left.labels.length;
  for (const [index, label] of left.labels.entries()) {
    const other = right.labels[index];
    if (other === undefined) return 1;
    const order = compareLabels(label, other);
    if (order !== 0) return order;
  }
  return left.labels.length - right.labels.length;
}

function compareLabels(left: string, right: string): number {
  const [leftIsNumber, rightIsNumber] = [/^[0-9]+$/.test(left), /^[0-9]+$/.test(right)];
  if (leftIsNumber && rightIsNumber) return compareNumbers(BigInt(left), BigInt(right));
  if (leftIsNumber !== rightIsNumber) return leftIsNumber ? -1 : 1;
  return left === right ? 0 : left < right ? -1 : 1;
}

function compareNumbers(left: bigint, right: bigint): number {
  return left === right ? 0 : left < right ? -1 : 1;
}
