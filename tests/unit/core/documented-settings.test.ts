import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("docs/configuration.md lists every setting, and no other", () => {
  const schema = readFileSync("lib/platform/core/env.ts", "utf8");
  const settings = [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name);
  const documented = [
    ...readFileSync("docs/configuration.md", "utf8").matchAll(/`([A-Z][A-Z0-9_]{3,})`/g),
  ].map(([, name]) => name);
  expect(settings).toContain("DATABASE_URL");
  for (const name of new Set(settings)) expect(documented).toContain(name);
  // Read by the build, not by the process.
  const known = [...settings, "BUILD_CACHE", "PORT"];
  for (const name of new Set(documented)) expect([...known, "DATA_DIR", "PUBLIC_URL"]).toContain(name);
});
