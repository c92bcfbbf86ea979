/** Verified publishers, and their pictures. Invariant: who changed them, when and why is in the audit log. */

import { act } from "@/lib/identity/accounts/admin";
import type { AdminAccount } from "@/lib/operator/directory/schemas";
import { getSummary } from "@/lib/operator/directory/service";
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma } from "@/lib/platform/core/db";
import { AppError, notFound } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { notify } from "@/lib/platform/notifications/service";
import * as listings from "@/lib/supply/catalog/listings";

/** Gives a publisher the badge, or takes it back; doing so again changes nothing. */
export async function setVerified(
  caller: Caller,
  id: string,
  { isVerified, reason }: { isVerified: boolean; reason: string },
): Promise<AdminAccount> {
  if (id === caller.accountId)
    throw new AppError("own_account", "You can't verify your own account. Ask another administrator.");
  await act(caller, async (db) => {
    const tx = prisma(db);
    const account = await tx.account.findUnique({ where: { id, closedAt: null } });
    if (!account) throw notFound();
    if ((account.verifiedAt !== null) === isVerified) return;
    const data = isVerified
      ? { verifiedAt: new Date(), verifiedBy: caller.accountId }
      : { verifiedAt: null, verifiedBy: null };
    await tx.account.update({ where: { id }, data });
    await listings.followDeveloper(db, id);
    const action = isVerified ? "account.verify" : "account.unverify";
    await audit.write(db, caller.accountId, action, { type: "account", id }, { reason });
    if (!isVerified) await notify(db, id, newId(), { kind: "mark_removed", data: { what: "Your badge", reason } });
  });
  return getSummary(id);
}

/** Takes a publisher's picture off their page; without one, nothing happens. They may upload another. */
export async function removePicture(caller: Caller, id: string, reason: string): Promise<AdminAccount> {
  await act(caller, async (db) => {
    const { count } = await prisma(db).account.updateMany({
      where: { id, closedAt: null, picture: { not: null } },
      data: { picture: null },
    });
    if (count === 0) return;
    await audit.write(db, caller.accountId, "account.remove_picture", { type: "account", id }, { reason });
    await notify(db, id, newId(), { kind: "mark_removed", data: { what: "Your picture", reason } });
  });
  return getSummary(id);
}
