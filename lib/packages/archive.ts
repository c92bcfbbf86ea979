import { fromBufferPromise, fromRandomAccessReaderPromise, openPromise, type ZipFile } from "yauzl";
import { type UnpackedFile, unpack } from "@/lib/packages/archive-contents";
import { readFrame } from "@/lib/packages/archive-frame";
import { checkLayout } from "@/lib/packages/archive-layout";
import { type ArchiveEntry, readDirectory } from "@/lib/packages/central-directory";
import { errorFinding, invalidPackage } from "@/lib/packages/finding";
import { ARCHIVE_LIMITS, type ArchiveLimits } from "@/lib/packages/limits";
import { type ArchiveSource, openRandomAccess } from "@/lib/packages/random-access";
import { RandomAccessZip } from "@/lib/packages/random-access-zip";
import type { Checked } from "@/lib/packages/schemas";

/** One file of a package; `size` counts unpacked bytes. How much of it the checks read is known of newer packages. */
export type ManifestFile = { path: string; size: number; sha256: string; checked?: Checked };

type Options = {
  limits?: ArchiveLimits;
  /** Called once for each file, in the archive's order, with at most its first MiB. */
  visit?: (file: UnpackedFile) => void | Promise<void>;
};

const ZIP_OPTIONS = { autoClose: false, decodeStrings: false, validateEntrySizes: false };

/**
 * Reads a ZIP as a stream, in constant memory and without writing anything, and answers its files sorted by path.
 * Throws `invalid_package` with `details.findings` for an archive that breaks a rule of the format or a limit, and
 * whatever `visit` throws.
 */
export async function readArchive(source: ArchiveSource, options: Options = {}): Promise<ManifestFile[]> {
  const limits = options.limits ?? ARCHIVE_LIMITS;
  const file = await openRandomAccess(source);
  try {
    // The frame comes first: the reading library trusts the end record that is proven here.
    const frame = await readFrame(file, limits);
    const zip = await openZip(source);
    try {
      const entries = await readDirectory(zip, frame, limits);
      await checkLayout(zip, file, entries, frame);
      return await readContents(zip, entries, options.visit);
    } finally {
      zip.close();
    }
  } finally {
    await file.close();
  }
}

/**
 * One file of an archive that was accepted before, with all of its content, or null when there is none of this path.
 * Throws `invalid_package` when the archive is damaged.
 */
export async function readArchiveFile(source: ArchiveSource, path: string): Promise<UnpackedFile | null> {
  const file = await openRandomAccess(source);
  try {
    const frame = await readFrame(file, ARCHIVE_LIMITS);
    const zip = await openZip(source);
    try {
      const entries = await readDirectory(zip, frame, ARCHIVE_LIMITS);
      const entry = entries.find(({ name, isFolder }) => name === path && !isFolder);
      return entry ? await unpack(zip, entry, ARCHIVE_LIMITS.maxFileBytes) : null;
    } finally {
      zip.close();
    }
  } finally {
    await file.close();
  }
}

async function openZip(source: ArchiveSource): Promise<ZipFile> {
  try {
    if ("access" in source) {
      const { access } = source;
      return await fromRandomAccessReaderPromise(new RandomAccessZip(access), access.sizeBytes, ZIP_OPTIONS);
    }
    return "bytes" in source
      ? await fromBufferPromise(Buffer.from(source.bytes), ZIP_OPTIONS)
      : await openPromise(source.path, ZIP_OPTIONS);
  } catch (cause) {
    throw invalidPackage(
      [errorFinding("not_a_zip", null, "This is not a ZIP archive that can be read.")],
      cause,
    );
  }
}

async function readContents(
  zip: ZipFile,
  entries: ArchiveEntry[],
  visit: Options["visit"],
): Promise<ManifestFile[]> {
  const manifest: ManifestFile[] = [];
  for (const entry of entries) {
    const unpacked = await unpack(zip, entry);
    if (entry.isFolder) continue;
    manifest.push({ path: unpacked.path, size: unpacked.sizeBytes, sha256: unpacked.sha256 });
    await visit?.(unpacked);
  }
  return manifest.sort((left, right) => (left.path < right.path ? -1 : 1));
}
