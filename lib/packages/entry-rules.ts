import { errorFinding, type Finding } from "@/lib/packages/finding";
import { type ArchiveLimits, RATIO_EXEMPT_BYTES, showBytes } from "@/lib/packages/limits";

/** One line of the archive's list of entries, with the sizes and offset that it declares. */
export type ListedEntry = {
  /** Decoded name; a folder's ends with `/`. */
  name: string;
  isFolder: boolean;
  packedBytes: number;
  sizeBytes: number;
  flags: number;
  method: number;
  externalAttributes: number;
  extraFields: { id: number; data: Buffer }[];
  headerOffset: number;
};

/** Flag bits: 0 and 6 encrypted, 5 patch data, 13 masked headers. */
const ENCRYPTED_FLAGS = 0x0001 | 0x0040 | 0x2000;
const PATCH_FLAG = 0x0020;
/** Flag bit 3: sizes and checksum come after the data. */
export const DESCRIPTOR_FLAG = 0x0008;
/** The methods of entries that are not compressed, and that are. */
export const STORED = 0;
export const DEFLATED = 8;

const FILE_TYPE_MASK = 0o170000;
const REGULAR_FILE = 0o100000;
const FOLDER = 0o040000;
const FILE_TYPES = new Map([
  [0o120000, "a symbolic link"],
  [0o060000, "a block device"],
  [0o020000, "a character device"],
  [0o010000, "a named pipe"],
  [0o140000, "a socket"],
]);
const DOS_FOLDER = 0x10;
const DOS_DEVICE = 0x40;
const DOS_REPARSE_POINT = 0x400;

/** The field that holds sizes of 64 bits. */
export const EXTRA_ZIP64 = 0x0001;
const EXTRA_PKWARE_UNIX = 0x000d;
const EXTRA_STRONG_ENCRYPTION = 0x0017;
const EXTRA_UNICODE_PATH = 0x7075;
const EXTRA_ASI_UNIX = 0x756e;
const EXTRA_AES = 0x9901;
/**
 * The extra fields that common tools write and that change neither name, kind nor content: times (NTFS, extended, two of
 * Info-ZIP), owners, comments, Java's mark and Android's alignment; and those that are looked into here.
 */
const KNOWN_EXTRAS = new Set([
  ...[0x000a, 0x5455, 0x5855, 0x7855, 0x7875, 0x6375, 0xcafe, 0xd935],
  ...[EXTRA_ZIP64, EXTRA_PKWARE_UNIX, EXTRA_UNICODE_PATH, EXTRA_ASI_UNIX, EXTRA_AES, EXTRA_STRONG_ENCRYPTION],
]);
/** Owner, group and two times; more is a link's target or a device number. */
const PKWARE_UNIX_PLAIN_BYTES = 12;
const UNICODE_PATH_HEADER_BYTES = 5;

/** Names that Windows opens as devices, whatever stands after their first dot. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]) *(?:\.|$)/i;

/** What is wrong with a name, or null. Every rule holds on every system on which an agent may unpack the package. */
function pathProblem(name: string, limits: ArchiveLimits): { rule: string; message: string } | null {
  const segments = (name.endsWith("/") ? name.slice(0, -1) : name).split("/");
  const rules: [boolean, string, string][] = [
    [name === "", "path_empty", "An entry has no name."],
    [
      name.length > limits.maxPathCharacters,
      "path_length",
      `The path is longer than ${limits.maxPathCharacters} characters.`,
    ],
    [
      segments.length > limits.maxPathFolders + 1,
      "path_depth",
      `The path lies more than ${limits.maxPathFolders} folders deep.`,
    ],
    [name.includes("\0"), "path_nul", "The path contains a NUL character."],
    [/\p{Cc}/u.test(name), "path_characters", "The path contains a control character."],
    [name.includes("\\"), "path_backslash", "The path contains a backslash; use / between folders."],
    [name.startsWith("/"), "path_absolute", "The path is absolute; paths are relative to the package."],
    [
      /^[A-Za-z]:/.test(name),
      "path_drive",
      "The path starts with a drive letter; paths are relative to the package.",
    ],
    [segments.includes(".."), "path_traversal", "The path leaves the package with `..`."],
    [name.includes(":"), "path_characters", "The path contains a colon, which not every system can store."],
    [
      /[<>"|?*]/.test(name),
      "path_characters",
      'The path contains one of < > " | ? *, which not every system can store.',
    ],
    [
      segments.some((segment) => DEVICE_NAME.test(segment)),
      "path_device",
      "A folder or file in the path has the name of a device on Windows, such as NUL or AUX.",
    ],
    [
      segments.some((segment) => /^[. ]*$/.test(segment)),
      "path_segment",
      "A folder or file in the path has no real name.",
    ],
  ];
  const broken = rules.find(([isBroken]) => isBroken);
  return broken === undefined ? null : { rule: broken[1], message: broken[2] };
}

/** Two names with the same key are one file on some system: case, Unicode form, and trailing dots or blanks aside. */
export function collisionKey(name: string): string {
  const segments = name.replace(/\/$/, "").normalize("NFKC").toUpperCase().toLowerCase().split("/");
  return segments.map((segment) => segment.replace(/[. ]{1,500}$/, "")).join("/");
}

/** Everything that an entry's own line in the list already rules out. */
export function entryProblems(entry: ListedEntry, limits: ArchiveLimits): Finding[] {
  const found = [
    pathProblem(entry.name, limits),
    encryptionProblem(entry),
    methodProblem(entry),
    typeProblem(entry),
    unknownFieldProblem(entry),
    secondNameProblem(entry),
    zip64Problem(entry),
    sizeProblem(entry, limits),
  ];
  return found
    .filter((problem) => problem !== null)
    .map(({ rule, message }) => errorFinding(rule, entry.name, message));
}

/** What is wrong with the extra fields in front of an entry's data, which some readers believe over the list's; or null. */
export function localFieldProblem(entry: ListedEntry, extraFields: ListedEntry["extraFields"]): Problem {
  const said = { ...entry, extraFields };
  return encryptionProblem(said) ?? typeProblem(said) ?? unknownFieldProblem(said) ?? secondNameProblem(said);
}

type Problem = { rule: string; message: string } | null;

function encryptionProblem({ flags, extraFields }: ListedEntry): Problem {
  const isMarked = extraFields.some(({ id }) => id === EXTRA_STRONG_ENCRYPTION || id === EXTRA_AES);
  if ((flags & ENCRYPTED_FLAGS) === 0 && !isMarked) return null;
  return { rule: "encrypted", message: "The entry is encrypted." };
}

function methodProblem({ flags, method, packedBytes }: ListedEntry): Problem {
  if (method === STORED && (flags & DESCRIPTOR_FLAG) !== 0 && packedBytes > 0) {
    return {
      rule: "compression_method",
      message: "The entry is written as a stream and not packed, so that readers cannot tell where it ends.",
    };
  }
  if ((flags & PATCH_FLAG) === 0 && (method === STORED || method === DEFLATED)) return null;
  return {
    rule: "compression_method",
    message: "The entry is packed in a way that few tools can read; use plain ZIP.",
  };
}

function typeProblem({ name, isFolder, externalAttributes, extraFields }: ListedEntry): Problem {
  const problem = (what: string) => ({
    rule: "special_file",
    message: `The entry is ${what}, not a plain file.`,
  });
  const fileType = (externalAttributes >>> 16) & FILE_TYPE_MASK;
  const special = FILE_TYPES.get(fileType);
  if (special !== undefined) return problem(special);
  const expected = isFolder ? FOLDER : REGULAR_FILE;
  if (fileType !== 0 && fileType !== expected) return problem("of a type that its name contradicts");
  if ((externalAttributes & DOS_REPARSE_POINT) !== 0) return problem("a reparse point");
  if ((externalAttributes & DOS_DEVICE) !== 0) return problem("a device");
  if (!isFolder && (externalAttributes & DOS_FOLDER) !== 0 && name !== "")
    return problem("marked as a folder");
  return extraFields.some(isLinkField) ? problem("a link or a device in its extra fields") : null;
}

/** Two old Unix fields can turn an entry into a link without a word in its attributes. */
function isLinkField({ id, data }: { id: number; data: Buffer }): boolean {
  if (id === EXTRA_PKWARE_UNIX) return data.length > PKWARE_UNIX_PLAIN_BYTES;
  if (id !== EXTRA_ASI_UNIX) return false;
  const fileType = data.length < 6 ? -1 : data.readUInt16LE(4) & FILE_TYPE_MASK;
  return fileType !== REGULAR_FILE && fileType !== FOLDER;
}

/** A field that is not known may be one by which some reader makes a link, a device or another file of the entry. */
function unknownFieldProblem({ extraFields }: ListedEntry): Problem {
  const unknown = extraFields.find(({ id }) => !KNOWN_EXTRAS.has(id));
  if (unknown === undefined) return null;
  const id = unknown.id.toString(16).padStart(4, "0");
  return {
    rule: "extra_field",
    message: `The entry has an extra field (0x${id}) that plain ZIPs do not have.`,
  };
}

/** Extra fields may repeat the name or the sizes; saying something else there means to fool some other reader. */
function secondNameProblem({ name, extraFields }: ListedEntry): Problem {
  const isOther = ({ id, data }: { id: number; data: Buffer }) =>
    id === EXTRA_UNICODE_PATH && data.subarray(UNICODE_PATH_HEADER_BYTES).toString("utf8") !== name;
  if (!extraFields.some(isOther)) return null;
  return { rule: "header_mismatch", message: "An extra field gives the entry a second, different name." };
}

function zip64Problem({ packedBytes, sizeBytes, headerOffset, extraFields }: ListedEntry): Problem {
  const fields = extraFields.filter(({ id }) => id === EXTRA_ZIP64);
  if (!fields.every(({ data }) => repeatsInOrder(data, [sizeBytes, packedBytes, headerOffset]))) {
    return { rule: "zip64", message: "The entry's ZIP64 field does not match its sizes." };
  }
  return fields.length > 1 ? { rule: "zip64", message: "The entry has more than one ZIP64 field." } : null;
}

function repeatsInOrder(data: Buffer, values: number[]): boolean {
  let next = 0;
  let at = 0;
  for (; at + 8 <= data.length; at += 8) {
    const value = Number(data.readBigUInt64LE(at));
    while (next < values.length && values[next] !== value) next++;
    if (next++ >= values.length) return false;
  }
  const isDiskNumber = data.length - at === 4 && data.readUInt32LE(at) === 0;
  return at === data.length || isDiskNumber;
}

function sizeProblem(
  { isFolder, method, packedBytes, sizeBytes }: ListedEntry,
  limits: ArchiveLimits,
): Problem {
  if (isFolder && sizeBytes > 0) return { rule: "folder_with_data", message: "A folder's entry holds data." };
  if (sizeBytes > limits.maxFileBytes) {
    return { rule: "file_size", message: `The file is larger than ${showBytes(limits.maxFileBytes)}.` };
  }
  if (method === STORED && packedBytes !== sizeBytes) {
    return { rule: "declared_size", message: "The entry is stored as it is, but its two sizes differ." };
  }
  if (sizeBytes > RATIO_EXEMPT_BYTES && sizeBytes > packedBytes * limits.maxRatio) {
    return {
      rule: "compression_ratio",
      message: `The file unpacks to more than ${limits.maxRatio} times its packed size.`,
    };
  }
  return null;
}
