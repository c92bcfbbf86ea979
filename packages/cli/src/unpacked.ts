import { createHash, randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { listFiles, unpack, withZip } from "@/lib/supply/packages/read-archive";
import { requireSkillRoot } from "@/lib/supply/packages/skill-root";

type File = { path: string; content: Buffer; isExecutable: boolean };

/** The files of a package and the name of its folder, by the rules that the marketplace itself unpacks with. */
export async function readPackage(bytes: Uint8Array): Promise<{ name: string; files: File[] }> {
  const scratch = mkdtempSync(join(tmpdir(), "skm-"));
  try {
    const path = join(scratch, "package.zip");
    writeFileSync(path, bytes);
    return await withZip(path, async (zip) => {
      const { files } = await listFiles(zip);
      const root = requireSkillRoot(files.map((file) => file.path));
      const read: File[] = [];
      for (const file of files) {
        const content = await unpack(zip, file);
        read.push({ path: file.path.slice(root.length), content, isExecutable: file.isExecutable });
      }
      return { name: root.slice(0, -1), files: read };
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Writes a file whole or not at all, and never through a link in its place. */
export function replaceFile(path: string, text: string): void {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, text, { flag: "wx" });
  renameSync(draft, path);
}

/** Puts files into a folder in place of what is there, whole or not at all. */
export function replaceFolder(folder: string, files: File[]): void {
  mkdirSync(dirname(folder), { recursive: true });
  // Beside its place, since a folder is not renamed across file systems.
  const draft = mkdtempSync(`${folder}.part-`);
  try {
    for (const { path, content, isExecutable } of files) {
      const target = join(draft, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content, { mode: isExecutable ? 0o755 : 0o644 });
    }
    // A temporary folder is this user's alone; a skill is as readable as what else is in the project.
    chmodSync(draft, 0o777 & ~process.umask());
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

/** A digest of names and contents, by which an edited folder is recognized. */
export function digestOf(files: Pick<File, "path" | "content">[]): string {
  const hash = createHash("sha256");
  for (const { path, content } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1)))
    hash.update(`${path}\0${content.length}\0`).update(content);
  return hash.digest("hex");
}

/** What belongs to no skill. */
const LEFT_OUT = new Set([".git", "node_modules", ".DS_Store"]);

/** Every file below a folder, but for version control and packages. Links are not followed. */
export function filesIn(folder: string, prefix = ""): File[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !LEFT_OUT.has(name));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path, `${prefix}${entry.name}/`);
    if (!entry.isFile()) return [];
    const isExecutable = (statSync(path).mode & 0o111) !== 0;
    return [{ path: prefix + entry.name, content: readFileSync(path), isExecutable }];
  });
}
