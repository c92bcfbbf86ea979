import { describe, expect, test } from "vitest";
import { prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { isLockTimeout, violates } from "@/lib/platform/core/db-errors";
import { newId } from "@/lib/platform/core/ids";

const create = (db: Queryable | undefined, id: string, email = `${id}@example.com`) =>
  prisma(db).account.create({ data: { id, email, name: "Ada" } });
const count = (db: Queryable | undefined, id: string) => prisma(db).account.count({ where: { id } });

describe("a transaction that uses Prisma and SQL", () => {
  test("shows each what the other has written, and nobody else before it is committed", async () => {
    const id = newId();
    await transaction(async (db) => {
      await create(db, id);
      const sql = "UPDATE account SET name = 'Grace' WHERE id = $1 RETURNING name";
      expect(await query<{ name: string }>("test.rename", sql, [id], db)).toEqual([{ name: "Grace" }]);
      expect(await prisma(db).account.findUnique({ where: { id } })).toMatchObject({ name: "Grace" });
      expect(await count(undefined, id)).toBe(0);
    });
    expect(await count(undefined, id)).toBe(1);
  });

  test("is undone as a whole when it throws", async () => {
    const id = newId();
    const failed = transaction(async (db) => {
      await create(db, id);
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    expect(await count(undefined, id)).toBe(0);
  });

  test("shares its connection with no other transaction that begins inside", async () => {
    const id = newId();
    await transaction(async (db) => {
      await create(db, id);
      await transaction(async (other) => expect(await count(other, id)).toBe(0));
      await prisma().$transaction(async (tx) => expect(await tx.account.count({ where: { id } })).toBe(0));
    });
  });

  test("is closed to Prisma once it has ended", async () => {
    const ended = await transaction(async (db) => db);
    expect(() => prisma(ended)).toThrow("not in a transaction");
  });
});

describe("a failure inside Prisma", () => {
  test("names the unique or check constraint that it violates", async () => {
    const id = newId();
    await create(undefined, id);
    const twice: unknown = await transaction((db) => create(db, newId(), `${id}@example.com`)).catch((e) => e);
    expect(violates(twice, "account_email_key")).toBe(true);
    expect(violates(twice, "account_pkey")).toBe(false);
    const budget = { id, accountId: id, kind: "account", subjectId: id, spendId: id, period: "day", amountMicros: -1n };
    const checked: unknown = await prisma()
      .budget.create({ data: budget })
      .catch((e) => e);
    expect(violates(checked, "budget_amount")).toBe(true);
  });

  test("is known as a wait for a lock that took too long", async () => {
    const id = newId();
    await create(undefined, id);
    await transaction(async (db) => {
      await prisma(db).account.update({ where: { id }, data: { name: "Grace" } });
      const waiting = transaction(async (other) => {
        await other.query("SET LOCAL lock_timeout = 50");
        await prisma(other).account.update({ where: { id }, data: { name: "Joan" } });
      });
      const failure: unknown = await waiting.catch((error) => error);
      expect(isLockTimeout(failure)).toBe(true);
    });
  });
});
