import { DatabaseError } from "pg";
import { expect, test } from "vitest";
import { hasDoneNothing, isCrowdedOut, isUnavailable } from "@/lib/platform/core/db-errors";

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

test.each([
  Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" }),
  Object.assign(new Error("connect ENOENT /run/postgresql/.s.PGSQL.5432"), { code: "ENOENT" }),
  // A server that is stopped and takes no more connections; by Prisma, too.
  Object.assign(new Error("connect EAGAIN /run/postgresql/.s.PGSQL.5432"), { code: "EAGAIN" }),
  new Error("\nInvalid `prisma.jobRun.upsert()` invocation:\n\n\nconnect EAGAIN /run/postgresql/.s.PGSQL.5432"),
  Object.assign(new Error("Can't reach database server"), { code: "P1001" }),
  new Error("timeout exceeded when trying to connect"),
  new Error("Query read timeout"),
  Object.assign(new Error("Database error. Code: `57P01`. Message: `terminating connection`"), {
    code: "P2039",
  }),
  Object.assign(
    new Error("Database error. Code: `25006`. Message: `cannot execute UPDATE in a read-only transaction`"),
    {
      code: "P2039",
    },
  ),
  Object.assign(new Error("connect ENETUNREACH 10.0.0.1:5432"), { code: "ENETUNREACH" }),
  Object.assign(new Error("connect EHOSTDOWN 10.0.0.1:5432"), { code: "EHOSTDOWN" }),
  new AggregateError([Object.assign(new Error("connect ECONNREFUSED ::1:5432"), { code: "ECONNREFUSED" })]),
  failure("FATAL", "57P03"),
  failure("FATAL", "53300"),
  failure("ERROR", "53100"),
  failure("ERROR", "25006"),
  // As the job queue emits it.
  { ...Object.assign(new Error(), { code: "ECONNRESET" }), message: "read ECONNRESET (Queue: late-payouts)" },
])("a database out of reach, without room, or that leads no more, may serve the same request later: %s", (error) => {
  expect(isUnavailable(error)).toBe(true);
});

test.each([
  failure("ERROR", "23505"),
  failure("ERROR", "57014"),
  new TypeError("x is undefined"),
  new AggregateError([new TypeError("x is undefined")]),
])("a refused statement or a bug is not an outage: %s", (error) => {
  expect(isUnavailable(error)).toBe(false);
});

test("who waited too long for others' locks may try again, whoever says it", () => {
  const refused = { driverAdapterError: { cause: { originalCode: "55P03" } } };
  expect(isCrowdedOut(failure("ERROR", "55P03"))).toBe(true);
  expect(isCrowdedOut(failure("ERROR", "40P01"))).toBe(true);
  expect(isCrowdedOut(Object.assign(new Error("canceling statement due to lock timeout"), { meta: refused }))).toBe(
    true,
  );
  expect(isCrowdedOut(failure("ERROR", "23505"))).toBe(false);
  expect(isUnavailable(Object.assign(new Error("Too many database connections opened"), { code: "P2037" }))).toBe(true);
});
