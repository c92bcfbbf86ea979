import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { hasDoneNothing } from "@/lib/core/db-errors";

const failure = (severity: string, code: string) =>
  Object.assign(new DatabaseError("x", 1, "error"), { severity, code });

test.each([
  ["ERROR", "P0001"],
  ["FEHLER", "23514"],
  ["ERREUR", "40P01"],
  ["CHYBA", "57014"],
  ["ERROR", "XX000"],
])("what PostgreSQL refuses is undone: %s %s", (severity, code) => {
  expect(hasDoneNothing(failure(severity, code))).toBe(true);
});

test.each([
  ["FATAL", "57P01"],
  ["FATAL", "57P02"],
  ["FATAL", "08P01"],
  ["PANIC", "53100"],
  ["PANIK", "58030"],
  ["FATAL", "XX000"],
])("nobody knows what became of a statement that the server ended on: %s %s", (severity, code) => {
  expect(hasDoneNothing(failure(severity, code))).toBe(false);
});

test("nor of one whose connection broke", () => {
  expect(hasDoneNothing(new Error("Connection terminated unexpectedly"))).toBe(false);
  expect(hasDoneNothing(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }))).toBe(false);
});

test("what is too long to be sent has done nothing", () => {
  let failure: unknown;
  try {
    "x".repeat(2 ** 30);
  } catch (error) {
    failure = error;
  }
  expect(hasDoneNothing(failure)).toBe(true);
});
