import { unixMode, zip } from "../../support/zips";
import { good, type Hostile } from "./hostile";

const named = (name: string | Buffer): Buffer => zip([good, { name, data: "x" }]);
const attributes = (mode: number): Buffer =>
  zip([good, { name: "x", data: "/etc/passwd", externalAttributes: unixMode(mode) }]);
const dosAttributes = (bits: number): Buffer => zip([good, { name: "x", data: "1", externalAttributes: bits }]);

/** Names that no system should be asked to create, and entries that are no plain files. */
export const namesAndKinds: Hostile[] = [
  {
    what: "a path that climbs out",
    rule: "path_traversal",
    file: "a/../../etc/cron",
    build: () => named("a/../../etc/cron"),
  },
  { what: "an absolute path", rule: "path_absolute", file: "/etc/passwd", build: () => named("/etc/passwd") },
  { what: "a backslash", rule: "path_backslash", file: "..\\evil.exe", build: () => named("..\\evil.exe") },
  { what: "a drive letter", rule: "path_drive", file: "C:/evil.exe", build: () => named("C:/evil.exe") },
  { what: "a NUL in a name", rule: "path_nul", file: "a.md\\u{0}.exe", build: () => named("a.md\0.exe") },
  { what: "a line break in a name", rule: "path_characters", file: "a\\u{a}b", build: () => named("a\nb") },
  {
    what: "a stream of another file",
    rule: "path_characters",
    file: "a.txt:evil",
    build: () => named("a.txt:evil"),
  },
  { what: "a device's name", rule: "path_device", file: "a/nul", build: () => named("a/nul") },
  { what: "a device with an ending", rule: "path_device", file: "AUX.py", build: () => named("AUX.py") },
  { what: "a folder named as a device", rule: "path_device", file: "lpt1/x", build: () => named("lpt1/x") },
  { what: "a question mark", rule: "path_characters", file: "why?.md", build: () => named("why?.md") },
  { what: "a pipe", rule: "path_characters", file: "a|b", build: () => named("a|b") },
  { what: "a folder called dot", rule: "path_segment", file: "a/./b", build: () => named("a/./b") },
  {
    what: "a folder of dots and blanks",
    rule: "path_segment",
    file: "a/.. /b",
    build: () => named("a/.. /b"),
  },
  {
    what: "a name that is not UTF-8",
    rule: "path_encoding",
    file: "caf\xe9",
    build: () => named(Buffer.from("caf\xe9", "latin1")),
  },
  { what: "no name", rule: "path_empty", file: "", build: () => named("") },
  {
    what: "a path of 501 characters",
    rule: "path_length",
    file: `${"p".repeat(200)}…`,
    build: () => named("p".repeat(501)),
  },
  {
    what: "a path of 33 folders",
    rule: "path_depth",
    file: `${"d/".repeat(33)}x`,
    build: () => named(`${"d/".repeat(33)}x`),
  },
  { what: "a path used twice", rule: "path_duplicate", file: "SKILL.md", build: () => zip([good, good]) },
  {
    what: "names that differ in case",
    rule: "path_collision",
    file: "skill.MD",
    build: () => named("skill.MD"),
  },
  {
    what: "names that differ in Unicode form",
    rule: "path_duplicate",
    file: "\u00e9.md",
    build: () =>
      zip([
        { name: "\u00e9.md", data: "1" },
        { name: "e\u0301.md", data: "2" },
      ]),
  },
  {
    what: "folders that differ in case",
    rule: "path_collision",
    file: "Ref/b",
    build: () => zip([{ name: "ref/a" }, { name: "Ref/b" }]),
  },
  {
    what: "a file that is also a folder",
    rule: "path_collision",
    file: "a/b",
    build: () => zip([{ name: "a", data: "1" }, { name: "a/b" }]),
  },
  { what: "a symbolic link", rule: "special_file", file: "x", build: () => attributes(0o120777) },
  { what: "a character device", rule: "special_file", file: "x", build: () => attributes(0o020666) },
  { what: "a block device", rule: "special_file", file: "x", build: () => attributes(0o060666) },
  { what: "a named pipe", rule: "special_file", file: "x", build: () => attributes(0o010666) },
  {
    what: "a folder that calls itself a file",
    rule: "special_file",
    file: "x",
    build: () => attributes(0o040755),
  },
  {
    what: "an encrypted entry",
    rule: "encrypted",
    file: "x",
    build: () => zip([good, { name: "x", data: "1", flags: 0x0801 }]),
  },
  {
    what: "masked headers",
    rule: "encrypted",
    file: "x",
    build: () => zip([good, { name: "x", data: "1", flags: 0x2800 }]),
  },
  {
    what: "an unusual compression",
    rule: "compression_method",
    file: "x",
    build: () => zip([good, { name: "x", data: "1", method: 12 }]),
  },
  {
    what: "names that differ in a dot at the end",
    rule: "path_collision",
    file: "notes.",
    build: () => zip([{ name: "notes" }, { name: "notes." }]),
  },
  { what: "a reparse point", rule: "special_file", file: "x", build: () => dosAttributes(0x400) },
  { what: "a DOS device", rule: "special_file", file: "x", build: () => dosAttributes(0x40) },
  {
    what: "a DOS folder under a file's name",
    rule: "special_file",
    file: "x",
    build: () => dosAttributes(0x10),
  },
  {
    what: "patch data",
    rule: "compression_method",
    file: "x",
    build: () => zip([good, { name: "x", data: "1", flags: 0x0820 }]),
  },
];
