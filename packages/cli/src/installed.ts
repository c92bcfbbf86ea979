import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { configFolder } from "./config.ts";
import { replaceFile } from "./unpacked.ts";

const file = () => join(configFolder(), "installed.json");

/** The folders that skm filled for this user, each with the digest of what it put there. A lock file may say anything. */
function read(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file(), "utf8")) as Record<string, string>;
  } catch {
    return {};
  }
}

/** Whether skm itself put these files into a folder, for this user. */
export const isOurs = (folder: string, files: string) => read()[folder] === files;

/** Records what skm put into a folder, or with null that it removed it. */
export function record(folder: string, files: string | null): void {
  const others = Object.entries(read()).filter(([path]) => path !== folder && existsSync(path));
  const all = Object.fromEntries(files === null ? others : [...others, [folder, files]]);
  mkdirSync(dirname(file()), { recursive: true, mode: 0o700 });
  replaceFile(file(), `${JSON.stringify(all, null, 2)}\n`);
}
