/**
 * Names of publishers on the marketplace. Invariant: a name or handle that reads like a brand's or a popular publisher's appears on listings
 * only with the proof of a domain, or after a reviewer has seen it with a submission.
 */
import { prisma, type Queryable } from "@/lib/platform/core/db";
import { invalid } from "@/lib/platform/core/errors";
import * as listings from "@/lib/supply/catalog/listings";
import { ofPublisher } from "@/lib/supply/publishing/imitated-names";

/**
 * Shows an account's name and handle on its listings, inside the transaction that changed them or that gave it a skill. Throws
 * invalid_request for a new one that reads like somebody else's: a skill on the marketplace is not reviewed again for it.
 */
export async function show(db: Queryable, accountId: string): Promise<void> {
  const listing = await prisma(db).listing.findFirst({
    where: { ownerId: accountId },
    select: { developerName: true, developerHandle: true },
  });
  if (listing) await requireOwn(db, accountId, listing);
  await listings.followDeveloper(db, accountId);
}

type Shown = { developerName: string; developerHandle: string };

async function requireOwn(db: Queryable, accountId: string, { developerName, developerHandle }: Shown): Promise<void> {
  const now = await prisma(db).account.findUniqueOrThrow({
    where: { id: accountId },
    select: { name: true, handle: true },
  });
  const changed = [now.name !== developerName && "publisher", now.handle !== developerHandle && "handle"];
  if (!changed.some(Boolean)) return;
  const findings = await ofPublisher(accountId, db);
  const found = findings.find(({ file, severity }) => severity === "high" && changed.includes(file ?? false));
  if (!found) return;
  throw invalid([
    {
      param: found.file === "handle" ? "handle" : "name",
      message: `can't be used for skills on the marketplace. ${found.message} Verify its domain, or claim the name.`,
    },
  ]);
}
