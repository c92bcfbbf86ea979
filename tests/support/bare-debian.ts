import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What a bare Debian has of what the guides use, beside what they tell to install: `curl` and `unzip`. */
const TOOLS = ["bash", "cat", "cut", "date", "mkdir", "printf", "rm", "sed", "sha256sum", "sleep", "unzip"];

/** It refuses both ways to fail together. */
const CURL = `#!/bin/bash
case " $* " in *" -f "* | *" -sf "*) exec /usr/bin/curl -sS "$@" ;; esac
exec /usr/bin/curl -sS --fail-with-body "$@"
`;

/** Makes a folder of these programs alone, as a PATH; `curl` fails where a response is an error. `more` are others, by name and file. */
export function bareDebian(bin: string, more: Record<string, string> = {}): string {
  mkdirSync(bin);
  for (const tool of TOOLS) symlinkSync(`/usr/bin/${tool}`, join(bin, tool));
  for (const [name, file] of Object.entries(more)) symlinkSync(file, join(bin, name));
  writeFileSync(join(bin, "curl"), CURL);
  chmodSync(join(bin, "curl"), 0o755);
  return bin;
}
