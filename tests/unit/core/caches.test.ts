import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Maps of bounded size whose entries are a state, which nothing could read or render anew. */
const STATES = [
  "lib/execution/circuit.ts",
  "lib/execution/outbound.ts",
  "lib/http/gate.ts",
  "lib/ratelimit/memory.ts",
  "server/connections.ts",
];

test("every cache has a size in bytes and is in /metrics, since it is one of lib/core/cache", () => {
  const sources = globSync("{app,components,lib,server}/**/*.{ts,tsx}");
  const own = sources.filter((path) => readFileSync(path, "utf8").includes('from "lru-cache"'));
  expect(own.toSorted()).toEqual(["lib/core/cache.ts", ...STATES].toSorted());
});
