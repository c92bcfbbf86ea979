import * as ledger from "@/lib/money/ledger/service";
import { transaction } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { priceToMicros } from "@/lib/platform/core/money";
import { type Person, person } from "@/tests/support/people";
import { signedIn, type Visitor } from "@/tests/support/visitor";

/** Somebody with a key, and the browser in which they are signed in. */
export type Buyer = { someone: Person; visitor: Visitor };

export async function newBuyer(): Promise<Buyer> {
  const someone = await person();
  return { someone, visitor: await signedIn(someone) };
}

/** Credits from an operator. */
export const grant = (accountId: string, credits: number) =>
  transaction((db) => ledger.grant(db, newId(), { accountId, amount: priceToMicros(credits), reason: "test" }));
