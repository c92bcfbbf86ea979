/** Names whose claims are being settled. Invariant: who has such a name neither changes it nor passes it on meanwhile. */
import { prisma, type Queryable } from "@/lib/platform/core/db";
import { invalid } from "@/lib/platform/core/errors";

/** Refuses a change of a name whose claim was accepted or appealed; `of` is the field, and what would be done. */
export async function requireUnclaimed(
  db: Queryable,
  claimed: { kind: "slug" | "handle"; name: string },
  of: { param: string; done: string },
): Promise<void> {
  const where = { ...claimed, state: { in: ["granted", "appealed"] } };
  if (await prisma(db).nameClaim.count({ where }))
    throw invalid([
      { param: of.param, message: `can't be ${of.done} until a claim of the name ${claimed.name} is settled` },
    ]);
}
