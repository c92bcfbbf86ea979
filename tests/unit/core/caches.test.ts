import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Maps of bounded size whose entries are a state, which nothing could read or render anew. */
const STATES = [
  "lib/demand/execution/circuit.ts",
  "lib/platform/outbound/outbound.ts",
  "lib/interfaces/http/gate.ts",
  "lib/platform/ratelimit/memory.ts",
  "host/sockets.ts",
];

test("every cache has a size in bytes and is in /metrics, since it is one of lib/platform/core/cache", () => {
  const sources = globSync("{app,components,lib,host,dev}/**/*.{ts,tsx}");
  const own = sources.filter((path) => readFileSync(path, "utf8").includes('from "lru-cache"'));
  expect(own.toSorted()).toEqual(["lib/platform/core/cache.ts", ...STATES].toSorted());
});
