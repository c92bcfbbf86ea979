import { expect, test } from "vitest";
import { cacheStats } from "@/lib/platform/core/cache";
import { VersionedCache } from "@/lib/supply/catalog/versioned-cache";

const cacheOf = (maxBytes: number, name = "test") => new VersionedCache<string>({ name, maxBytes });

const of = (wanted: number) => (generation: number) => generation === wanted;

test("a value is served to those for whom its generation is new enough", () => {
  const cache = cacheOf(100);
  cache.set("a", "text", 1);
  expect(cache.get("a", (generation, value) => generation >= 1 && value === "text")).toBe("text");
  expect(cache.get("a", (generation) => generation >= 2)).toBeUndefined();
  cache.set("a", "newer", 2);
  expect([cache.get("a", of(1)), cache.get("a", of(2)), cache.get("b", of(2))]).toEqual([
    undefined,
    "newer",
    undefined,
  ]);
});

test("the least recently used leave first when the bytes are used up, and a value larger than all is not stored", () => {
  const cache = cacheOf(15);
  for (const id of ["a", "b", "c"]) cache.set(id, "xyz", 1);
  cache.get("a", of(1));
  cache.get("b", of(1));
  cache.set("d", "xyz", 1);
  const there = (ids: string[]) => ids.map((id) => cache.get(id, of(1)) !== undefined);
  expect(there(["a", "b", "c", "d"])).toEqual([true, true, false, true]);
  cache.set("huge", "x".repeat(16), 1);
  expect(there(["a", "b", "d", "huge"])).toEqual([true, true, true, false]);
});

test("bytes count characters as UTF-8, and a value that is replaced counts once", () => {
  const cache = cacheOf(100, "bytes");
  for (let i = 0; i < 20; i++) cache.set("a", "数据", i);
  expect(cacheStats().find(({ name }) => name === "bytes")).toMatchObject({ entries: 1, bytes: 8 });
});

test("hits and misses are counted by name, over all caches of that name", () => {
  const [one, other] = [cacheOf(100, "counted"), cacheOf(100, "counted")];
  one.set("a", "text", 1);
  one.get("a", of(1));
  one.get("a", of(2));
  other.get("a", of(1));
  expect(cacheStats().find(({ name }) => name === "counted")).toMatchObject({ hits: 1, misses: 2 });
});

test("a size that is estimated counts in place of the JSON's", () => {
  const cache = new VersionedCache<string[]>({
    name: "estimated",
    maxBytes: 100,
    bytesOf: (list) => list.length * 40,
  });
  for (const id of ["a", "b", "c"]) cache.set(id, ["text"], 1);
  expect(cacheStats().find(({ name }) => name === "estimated")).toMatchObject({ entries: 2, bytes: 80 });
});
