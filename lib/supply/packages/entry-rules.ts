import type { Entry } from "yauzl";
import { megabytes } from "@/lib/platform/core/limits";
import { ARCHIVE_LIMITS } from "@/lib/supply/packages/limits";

/** Why an entry is refused, and what its author can do about it. */
export type Problem = { rule: string; message: string };

/** Flag bits: 0 encrypted, 13 masked headers. The reading library refuses strong encryption (6) itself. */
const ENCRYPTED_FLAGS = 0x0001 | 0x2000;
const PATCH_FLAG = 0x0020;
const STORED = 0;
const DEFLATED = 8;

const FILE_TYPE_MASK = 0o170000;
const FOLDER = 0o040000;
const SYMBOLIC_LINK = 0o120000;
const SPECIAL_TYPES = new Map([
  [SYMBOLIC_LINK, "a symbolic link"],
  [0o060000, "a block device"],
  [0o020000, "a character device"],
  [0o010000, "a named pipe"],
  [0o140000, "a socket"],
]);
const EXECUTABLE_BITS = 0o111;
const DOS_FOLDER = 0x10;
const DOS_DEVICE = 0x40;
const DOS_REPARSE_POINT = 0x400;

/** Names that Windows opens as devices, whatever follows their first dot. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]) *(?:\.|$)/i;

/** Whether the archive marks a file as executable on Unix. */
export function isExecutable({ externalFileAttributes }: Pick<Entry, "externalFileAttributes">): boolean {
  return ((externalFileAttributes >>> 16) & EXECUTABLE_BITS) !== 0;
}

/** What rules an entry out by its line in the archive's list, or null. A folder's name ends with a slash. */
export function entryProblem(name: string, entry: Entry): Problem | null {
  return pathProblem(name) ?? encodingProblem(entry) ?? typeProblem(name, entry) ?? sizeProblem(entry);
}

/** Every rule holds on every system on which an agent may unpack the package. */
function pathProblem(name: string): Problem | null {
  const { maxPathCharacters, maxPathFolders } = ARCHIVE_LIMITS;
  const segments = name.replace(/\/$/, "").split("/");
  const folders = segments.length - 1;
  const relative = "Zip the skill's folder itself, with relative paths.";
  const portable = "Not every system can store this name. Rename the file without";
  const rules: [isBroken: boolean, rule: string, message: string][] = [
    [name === "", "path_empty", "This entry has no name. Zip the folder again."],
    [
      name.length > maxPathCharacters,
      "path_length",
      `This path has ${name.length} characters; the limit is ${maxPathCharacters}. Shorten it.`,
    ],
    [
      folders > maxPathFolders,
      "path_depth",
      `This file is ${folders} folders deep; the limit is ${maxPathFolders}. Move it up.`,
    ],
    [name.includes("\0"), "path_nul", `${portable} the NUL character.`],
    [/\p{Cc}/u.test(name), "path_characters", `${portable} control characters.`],
    [
      name.includes("\\"),
      "path_backslash",
      "This path has a backslash. Zip with a tool that writes / between folders.",
    ],
    [name.startsWith("/"), "path_absolute", `This path is absolute. ${relative}`],
    [/^[A-Za-z]:/.test(name), "path_drive", `This path starts with a drive letter. ${relative}`],
    [segments.includes(".."), "path_traversal", `This path leaves the package with "..". ${relative}`],
    [/[:<>"|?*]/.test(name), "path_characters", `${portable} : < > " | ? and *.`],
    [
      segments.some((segment) => DEVICE_NAME.test(segment)),
      "path_device",
      "Windows opens this name as a device, like NUL or AUX. Rename the file or folder.",
    ],
    [
      segments.some((segment) => /^[. ]*$/.test(segment)),
      "path_segment",
      "A folder or file in this path has a name of only dots or spaces. Rename it.",
    ],
  ];
  const broken = rules.find(([isBroken]) => isBroken);
  return broken === undefined ? null : { rule: broken[1], message: broken[2] };
}

function encodingProblem({ generalPurposeBitFlag: flags, compressionMethod: method }: Entry): Problem | null {
  if ((flags & ENCRYPTED_FLAGS) !== 0)
    return {
      rule: "encrypted",
      message: "This entry is encrypted. Zip the folder again without a password.",
    };
  if ((flags & PATCH_FLAG) === 0 && (method === STORED || method === DEFLATED)) return null;
  const message = `This entry is compressed with method ${method}. Zip the folder again with the standard one, deflate.`;
  return { rule: "compression_method", message };
}

function typeProblem(name: string, { externalFileAttributes: attributes }: Entry): Problem | null {
  const type = (attributes >>> 16) & FILE_TYPE_MASK;
  const special = SPECIAL_TYPES.get(type) ?? dosType(name, attributes, type);
  if (special === null) return null;
  const remedy = type === SYMBOLIC_LINK ? "Replace it with the file that it points to." : "Leave it out.";
  return { rule: "special_file", message: `This entry is ${special}, not a plain file. ${remedy}` };
}

function dosType(name: string, attributes: number, unixType: number): string | null {
  if ((attributes & DOS_REPARSE_POINT) !== 0) return "a link of Windows (a reparse point)";
  if ((attributes & DOS_DEVICE) !== 0) return "a device";
  const isFolder = unixType === FOLDER || (attributes & DOS_FOLDER) !== 0;
  return isFolder && !name.endsWith("/") ? "marked as a folder" : null;
}

function sizeProblem({ uncompressedSize }: Entry): Problem | null {
  const { maxFileBytes } = ARCHIVE_LIMITS;
  if (uncompressedSize <= maxFileBytes) return null;
  const message = `This file is ${megabytes(uncompressedSize)}; the limit is ${megabytes(maxFileBytes)}. Shrink it or leave it out.`;
  return { rule: "file_size", message };
}

/** Two names with the same key are one file on some system: case, Unicode form, and trailing dots or spaces aside. */
export function collisionKey(name: string): string {
  const segments = name.normalize("NFKC").toUpperCase().toLowerCase().split("/");
  return segments.map((segment) => segment.replace(/[. ]{1,500}$/, "")).join("/");
}
