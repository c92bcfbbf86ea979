import { expect, test } from "vitest";
import { createKept } from "@/lib/catalog/kept";

const STANDS = "1";
const fresh = (most: number) => createKept<string>({ most, weigh: (text) => text.length });

test("what was kept is found while the catalogue stands as it was, and not without knowing that", () => {
  const kept = fresh(10);
  kept.keep("a", "text", { changes: "1" });
  expect(kept.find("a", STANDS)).toBe("text");
  expect(kept.find("a", "2")).toBeUndefined();
  expect(kept.find("a", null)).toBeUndefined();
  expect(kept.find("a", undefined)).toBeUndefined();
  expect(kept.peek("a")).toMatchObject({ value: "text", changes: "1" });
});

test("what has ended, or was read from no one state, is neither found nor told", () => {
  const kept = fresh(10);
  kept.keep("ended", "text", { changes: "1", until: Date.now() - 1 });
  kept.keep("mixed", "text", { changes: "1" });
  kept.keep("mixed", "text", { changes: null });
  for (const id of ["ended", "mixed"]) {
    expect(kept.find(id, STANDS)).toBeUndefined();
    expect(kept.peek(id)).toBeUndefined();
  }
});

test("no more is kept than may be: what was not asked for the longest goes first", () => {
  const kept = fresh(10);
  for (const id of ["a", "b", "c"]) kept.keep(id, "xyz", { changes: "1" });
  kept.peek("a");
  kept.find("b", STANDS);
  kept.keep("d", "xyz", { changes: "1" });
  expect(["a", "b", "c", "d"].map((id) => kept.peek(id) !== undefined)).toEqual([true, true, false, true]);
  kept.keep("huge", "x".repeat(11), { changes: "1" });
  expect(["a", "b", "d", "huge"].map((id) => kept.peek(id) !== undefined)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test("what is kept again takes its room once", () => {
  const kept = fresh(10);
  for (let i = 0; i < 20; i++) kept.keep("a", "xyz", { changes: String(i) });
  kept.keep("b", "xyz", { changes: "1" });
  expect([kept.peek("a")?.changes, kept.peek("b")?.changes]).toEqual(["19", "1"]);
});
