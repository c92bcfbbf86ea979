import semver from "semver";

/** Longer versions are refused: that is more than any name of a release needs. */
const MAX_VERSION_CHARACTERS = 64;
const FIRST_VERSION = "1.0.0";

/** Whether a text is a semantic version of at most 64 characters, without a leading `v`. */
export function isSemver(text: string): boolean {
  return text.length <= MAX_VERSION_CHARACTERS && /^\d\S*$/.test(text) && semver.valid(text) !== null;
}

/**
 * The version that follows the highest of `versions`: its next patch number, or its own release if it is a
 * pre-release. Texts that are no semantic versions are ignored; without any other it is `1.0.0`.
 */
export function nextPatch(versions: string[]): string {
  const [highest] = semver.rsort(versions.filter(isSemver));
  return highest === undefined ? FIRST_VERSION : `${semver.inc(highest, "patch")}`;
}
