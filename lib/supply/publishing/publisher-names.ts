/**
 * Names of publishers on the marketplace. Invariant: a name or handle that reads like a brand's or a popular publisher's appears on listings
 * only with the proof of a domain, or after a reviewer has seen it with a submission.
 */
import { prisma, type Queryable } from "@/lib/platform/core/db";
import { invalid } from "@/lib/platform/core/errors";
import * as listings from "@/lib/supply/catalog/listings";
import { ofPublisher } from "@/lib/supply/publishing/imitated-names";
import { forgetRisksOf } from "@/lib/supply/publishing/submission-risk";

type Field = "publisher" | "handle";
const EITHER: readonly Field[] = ["publisher", "handle"];

/** Shows a changed name on listings as `show` does. */
export const showName = (db: Queryable, accountId: string): Promise<void> => show(db, accountId, ["publisher"]);
/** Shows a changed handle on listings as `show` does. */
export const showHandle = (db: Queryable, accountId: string): Promise<void> => show(db, accountId, ["handle"]);

/**
 * Shows an account's name and handle on its listings, inside the transaction that changed one of them or that gave it a skill. Throws
 * invalid_request for a new one that reads like somebody else's while a skill is approved, listed or not, or pending: it is not reviewed
 * again for that.
 */
export async function show(db: Queryable, accountId: string, changed: readonly Field[] = EITHER): Promise<void> {
  const judged = { ownerId: accountId, OR: [{ liveRevisionId: { not: null } }, { status: "pending" }] };
  if ((await prisma(db).skill.count({ where: judged })) > 0) await requireOwn(db, accountId, changed);
  await forgetRisksOf(db, accountId);
  await listings.followDeveloper(db, accountId);
}

async function requireOwn(db: Queryable, ownerId: string, changed: readonly Field[]): Promise<void> {
  const now = await prisma(db).account.findUniqueOrThrow({
    where: { id: ownerId },
    select: { name: true, handle: true },
  });
  const shown = {
    publisher: { ownerId, developerName: now.name },
    handle: { ownerId, developerHandle: now.handle },
  };
  const fresh: (string | null)[] = [];
  for (const field of changed) if ((await prisma(db).listing.count({ where: shown[field] })) === 0) fresh.push(field);
  if (fresh.length === 0) return;
  const findings = await ofPublisher(ownerId, db);
  const found = findings.find(({ file, severity }) => severity === "high" && fresh.includes(file));
  if (!found) return;
  throw invalid([
    {
      param: found.file === "handle" ? "handle" : "name",
      message: `can't be used for skills on the marketplace. ${found.message} Verify its domain, or claim the name.`,
    },
  ]);
}
