import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./lib/install.mjs";
import { completeLock, missingPackages, readLockFile } from "./lib/lock-file.mjs";

// Part of `npm run fix`: adds what `npm ci` misses to the lock file, and leaves a complete one as it is.
const lock = readLockFile(ROOT);
const missing = missingPackages(lock).length;
if (missing > 0) {
  writeFileSync(join(ROOT, "package-lock.json"), `${JSON.stringify(completeLock(lock), null, 2)}\n`);
  console.log(`Added ${missing} packages of other systems to package-lock.json.`);
}
