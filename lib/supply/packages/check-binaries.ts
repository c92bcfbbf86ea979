import type { Hit } from "@/lib/supply/packages/check-hits";

const PE_POINTER_OFFSET = 0x3c;
/** A Java class and a Mach-O file for several machines share their first four bytes; no file has 40 machines. */
const MIN_JAVA_VERSION = 40;

const ARCHIVES: [name: string, start: Buffer][] = [
  ["ZIP", Buffer.from("PK\x03\x04", "latin1")],
  ["gzip", Buffer.from([0x1f, 0x8b, 0x08])],
  ["bzip2", Buffer.from("BZh", "latin1")],
  ["xz", Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00])],
  ["7z", Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c])],
  ["Zstandard", Buffer.from([0x28, 0xb5, 0x2f, 0xfd])],
  ["RAR", Buffer.from("Rar!\x1a\x07", "latin1")],
];

/** Programs and archives, known by their first bytes and not by their names. */
export function findBinaries(content: Buffer): Hit[] {
  const program = programKind(content);
  if (program !== null) return [{ index: 0, rule: "executable", message: `This is a compiled program: ${program}.` }];
  const archive = ARCHIVES.find(([, start]) => content.subarray(0, start.length).equals(start));
  if (archive === undefined) return [];
  const message = `This is an archive (${archive[0]}); what it holds was not checked.`;
  return [{ index: 0, rule: "nested_archive", message }];
}

function programKind(content: Buffer): string | null {
  if (content.length < 8) return null;
  const start = content.readUInt32BE(0);
  if (start === 0x7f454c46) return "ELF";
  if (start === 0x0061736d) return "WebAssembly";
  if ([0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe].includes(start)) return "Mach-O";
  if (start === 0xcafebabe || start === 0xcafebabf) {
    return content.readUInt32BE(4) < MIN_JAVA_VERSION ? "Mach-O" : "Java class";
  }
  if (content.subarray(0, 2).toString("latin1") !== "MZ" || content.length < PE_POINTER_OFFSET + 4) return null;
  const headerAt = content.readUInt32LE(PE_POINTER_OFFSET);
  const isPe = content.subarray(headerAt, headerAt + 4).toString("latin1") === "PE\0\0";
  // A header beyond what was read, or none, still leaves a DOS program, which no text file resembles.
  return isPe ? "PE" : content.subarray(0, PE_POINTER_OFFSET).includes(0) ? "DOS or PE" : null;
}
