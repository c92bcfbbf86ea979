const KIB = 1024;
const MIB = 1024 * KIB;

/** What an archive may hold. The names say the unit. */
export type ArchiveLimits = {
  maxPackedBytes: number;
  maxFileBytes: number;
  maxUnpackedBytes: number;
  maxFiles: number;
  /** Files and folders together. */
  maxEntries: number;
  maxPathCharacters: number;
  /** Folders above a file: every one of them is looked at for each file. */
  maxPathFolders: number;
  /** Unpacked bytes for each packed byte, of a file and of the whole. */
  maxRatio: number;
};

/** The limits of a skill package. */
export const ARCHIVE_LIMITS: ArchiveLimits = {
  maxPackedBytes: 50 * MIB,
  maxFileBytes: 10 * MIB,
  maxUnpackedBytes: 100 * MIB,
  maxFiles: 1000,
  maxEntries: 2000,
  maxPathCharacters: 500,
  maxPathFolders: 32,
  maxRatio: 100,
};

/** A small file of blanks or rules compresses better than 100 to 1 and harms nobody; the whole is still held to it. */
export const RATIO_EXEMPT_BYTES = 16 * KIB;

/** The list of entries is read into memory, so it has its own limit: 2,000 entries of 2 KiB each. */
export const MAX_DIRECTORY_BYTES = 4 * MIB;

/** Source hosts put a commit hash into the archive's comment; nothing useful is longer. */
export const MAX_ARCHIVE_COMMENT_BYTES = KIB;

/** How much of each file is kept in memory for whoever looks at its content. */
export const MAX_CONTENT_BYTES = MIB;

/** Most packages that one process has open for downloads at a time. */
export const MAX_OPEN_PACKAGES = 400;

/** Most connections of one process to its store: uploads and questions find one beside all downloads. */
export const MAX_STORE_SOCKETS = MAX_OPEN_PACKAGES + 100;

/** A size for people: `10 MB`, or the bytes when it is not a whole number of MB. */
export function showBytes(sizeBytes: number): string {
  return sizeBytes % MIB === 0 ? `${sizeBytes / MIB} MB` : `${sizeBytes} bytes`;
}
