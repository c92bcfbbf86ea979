import { count } from "@/lib/platform/core/counts";
import { AppError } from "@/lib/platform/core/errors";

/** Part of a file: the first and the last byte, counted from 0, both included, as in an HTTP `Range`. */
export type ByteRange = { start: number; end: number };

/** Storage of packages, each under the SHA-256 of its bytes, so that none ever changes. */
export type PackageStore = {
  /**
   * Stores the file at `filePath`. Does nothing if a package with this hash is there already; a package is either there
   * as a whole or not at all.
   */
  put(sha256: string, filePath: string, sizeBytes: number): Promise<void>;
  /** Streams a package, or a part of it within its size. */
  open(sha256: string, range?: ByteRange): Promise<ReadableStream<Uint8Array>>;
  has(sha256: string): Promise<boolean>;
  /** Removes a package. Does nothing if it is not there. */
  remove(sha256: string): Promise<void>;
};

/** Retry-After while the store is down. */
const RETRY_SECONDS = 5;

/**
 * The failure of the store: unavailable when it is down, internal when it lacks a package or has a wrong one, which a retry does not
 * mend. The cause is for the log.
 */
export function storeFailure(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  count("dependency_failures_total", { dependency: "storage" });
  if (!isOutage(cause)) return new AppError("internal", "The package cannot be read or stored.", { cause });
  return new AppError(
    "unavailable",
    "Packages cannot be read or stored for the moment. Nothing was charged. Try again in a few seconds.",
    { cause, retryAfterSeconds: RETRY_SECONDS },
  );
}

/** Whether a system call failed (a dead line, a full disk), or the bucket refused: anything but that a package is not there. */
function isOutage(cause: unknown): boolean {
  const { code, name, $metadata } = Object(cause) as { code?: unknown; name?: unknown; $metadata?: object };
  if (code === "ENOENT" || name === "NoSuchKey" || name === "NotFound") return false;
  if (name === "TimeoutError" || name === "AbortError" || $metadata !== undefined) return true;
  return typeof code === "string" && /^E(?!RR_)/.test(code);
}

/** The place of a package in a folder or bucket. */
export function storeKey(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw storeFailure(new TypeError("not a SHA-256"));
  return `${sha256.slice(0, 2)}/${sha256}.zip`;
}
