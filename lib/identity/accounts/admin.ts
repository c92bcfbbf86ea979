/**
 * Actions of administrators on accounts. Invariant: they run one after the other, and the actor is an administrator at that
 * moment; since administrators cannot act on themselves, at least one always remains.
 */
import type { PoolClient } from "pg";
import type { Caller } from "@/lib/platform/core/caller";
import { lockName, prisma, transaction } from "@/lib/platform/core/db";
import { AppError } from "@/lib/platform/core/errors";

/** Runs an administrator's action in one transaction. Throws forbidden when another one has just taken the role away. */
export async function act<T>(caller: Caller, work: (db: PoolClient) => Promise<T>): Promise<T> {
  return transaction(async (db) => {
    await lockName(db, "administration");
    const actor = await prisma(db).account.findUnique({
      where: { id: caller.accountId, role: "admin", suspendedAt: null },
    });
    if (!actor) throw new AppError("forbidden", "Only administrators may do this.");
    return work(db);
  });
}
