/** Names whose claims are being settled. Invariant: who has such a name neither changes it nor passes it on meanwhile. */
import { prisma, type Queryable } from "@/lib/platform/core/db";
import { invalid } from "@/lib/platform/core/errors";

type Claimed = { kind: "slug" | "handle"; name: string };

/** Whether the claim of a name was accepted or appealed. */
export async function isClaimed(db: Queryable, claimed: Claimed): Promise<boolean> {
  return (await prisma(db).nameClaim.count({ where: { ...claimed, state: { in: ["granted", "appealed"] } } })) > 0;
}

/** Refuses a change of a name whose claim was accepted or appealed; `of` is the field, and what would be done. */
export async function requireUnclaimed(
  db: Queryable,
  claimed: Claimed,
  of: { param: string; done: string },
): Promise<void> {
  if (await isClaimed(db, claimed))
    throw invalid([
      { param: of.param, message: `can't be ${of.done} until a claim of the name ${claimed.name} is settled` },
    ]);
}
