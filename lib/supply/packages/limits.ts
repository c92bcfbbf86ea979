import { MAX_PACKAGE_BYTES } from "@/lib/platform/core/limits";

const MIB = 1024 * 1024;

/** What an uploaded ZIP may hold. The names say the unit. */
export const ARCHIVE_LIMITS = {
  maxPackedBytes: MAX_PACKAGE_BYTES,
  maxFileBytes: 10 * MIB,
  maxUnpackedBytes: 100 * MIB,
  maxFiles: 1000,
  /** Files, folders and system files together: macOS adds a file to each. */
  maxEntries: 5000,
  /** The ZIP's list of entries is read into memory. */
  maxListBytes: 4 * MIB,
  maxPathCharacters: 500,
  maxPathFolders: 32,
};

/** How much of each file the static checks read, and the largest SKILL.md. */
export const MAX_CHECKED_BYTES = MIB;

export const MAX_OPEN_PACKAGES = 400;

/** Most connections of one process to its store: uploads find one beside all downloads. */
export const MAX_STORE_SOCKETS = MAX_OPEN_PACKAGES + 100;
