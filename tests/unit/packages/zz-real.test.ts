import { readdirSync } from "node:fs";
import { test } from "vitest";
import { readArchive } from "@/lib/packages/archive";
test("x", async () => {
  for (const f of readdirSync("/tmp/pk/real").filter((n) => n.endsWith(".zip"))) {
    try { console.log(f, (await readArchive({ path: `/tmp/pk/real/${f}` })).map((e) => `${e.path}:${e.size}`).join(" ")); }
    catch (e) { console.log(f, "REFUSED", String(e), (e as Error).cause); }
  }
});
