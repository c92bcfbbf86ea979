import { readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(process.cwd(), "node_modules", "@scalar", "api-reference");

let version: string | undefined;
let script: Uint8Array<ArrayBuffer> | undefined;

/** The version of the reference's script, which its address carries so that browsers may keep it. */
export function scalarVersion(): string {
  version ??= String(JSON.parse(readFileSync(join(FOLDER, "package.json"), "utf8")).version);
  return version;
}

/** The reference's script as its makers built it. */
export function scalarScript(): Uint8Array<ArrayBuffer> {
  script ??= new Uint8Array(readFileSync(join(FOLDER, "dist", "browser", "standalone.js")));
  return script;
}
