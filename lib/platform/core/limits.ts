/** Longest slug of a skill. */
export const MAX_SLUG_CHARS = 64;
/** A line of billing details. */
export const MAX_BILLING_CHARS = 120;
/** Longest stored reason of a decision, a refund or a suspension. */
export const MAX_REASON_CHARS = 1_000;
/** Longest note of a submission, and comment on one. */
export const MAX_COMMENT_CHARS = 1_000;
/** Largest upload of a package. */
export const MAX_PACKAGE_BYTES = 50 * 1024 * 1024;

/** Largest upload of an image, and most screenshots of a skill. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
export const MAX_SCREENSHOTS = 5;

/** A size in MB, rounded up to a tenth, so that a size above a limit never reads like the limit: `50.1 MB`. */
export function megabytes(sizeBytes: number): string {
  return `${Math.ceil((sizeBytes / 1024 ** 2) * 10) / 10} MB`;
}

/** What a connected program may do when nothing is changed on the consent page; amounts are credits. */
export const CONSENT_DEFAULTS = { creditLimit: 1, interval: "day", askAbove: 0.25, days: 90 } as const;

/** Failures in a row after which an account's calls of an endpoint are refused for a pause, in seconds. */
export const CIRCUIT_FAILURES = 10;
export const CIRCUIT_OPEN_SECONDS = 3;
