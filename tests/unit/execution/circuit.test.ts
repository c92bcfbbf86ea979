import { beforeEach, describe, expect, test } from "vitest";
import { createCircuits } from "@/lib/demand/execution/circuit";

const PAUSE_MS = 3_000;
let now = 0;
let circuits = createCircuits(() => now);
beforeEach(() => {
  now = 0;
  circuits = createCircuits(() => now);
});

const isOpen = (caller: string, id = "a") => circuits.pauseMs(id, caller) > 0;
const fail = (times: number, ...callers: string[]) => {
  for (let i = 0; i < times; i++) for (const caller of callers) circuits.note("a", caller, false);
};

describe("an endpoint that keeps failing", () => {
  test("is blocked for the caller whose calls fail, and for no other", () => {
    fail(9, "one");
    expect(isOpen("one")).toBe(false);
    fail(1, "one");
    expect([isOpen("one"), isOpen("two"), isOpen("one", "b")]).toEqual([true, false, false]);
    fail(1_000, "one");
    expect(isOpen("two")).toBe(false);
  });

  test("is blocked for all callers once three fail, however often two of them failed", () => {
    fail(100, "one", "two");
    expect(isOpen("four")).toBe(false);
    fail(2, "three");
    expect([isOpen("four"), isOpen("five")]).toEqual([true, true]);
    expect(isOpen("four", "b")).toBe(false);
  });

  test("stays open to whom it has just answered, until it fails them, too", () => {
    circuits.note("a", "served", true);
    fail(4, "one", "two", "three");
    expect([isOpen("new"), isOpen("served")]).toEqual([true, false]);
    circuits.note("a", "served", false);
    expect(isOpen("served")).toBe(true);
  });

  test("an answer long ago is no answer any more", () => {
    circuits.note("a", "served", true);
    now += 10 * 60_000;
    fail(4, "one", "two", "three");
    expect(isOpen("served")).toBe(true);
  });

  test("is tried by one other call after the pause, and a success unblocks it for all", () => {
    fail(4, "one", "two", "three");
    now += PAUSE_MS;
    expect(isOpen("three")).toBe(true);
    expect(isOpen("new")).toBe(false);
    expect(isOpen("other")).toBe(true);
    circuits.note("a", "new", true);
    expect([isOpen("other"), isOpen("three")]).toEqual([false, false]);
  });

  test("is tried by the caller that failed last when no other calls", () => {
    fail(4, "one", "two", "three");
    now += 2 * PAUSE_MS;
    expect(isOpen("three")).toBe(false);
  });

  test("lets its own caller try once after the pause", () => {
    fail(10, "one");
    now += PAUSE_MS;
    expect([isOpen("one"), isOpen("one")]).toEqual([false, true]);
    circuits.note("a", "one", true);
    expect(isOpen("one")).toBe(false);
  });
});
