/** Changes of the marketplace's settings. Invariant: developers who pay the general fee are notified of a new one in its transaction. */
import * as billing from "@/lib/money/billing/service";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, transaction } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { notifyAll } from "@/lib/platform/notifications/service";
import type { SiteImage, SiteSettings, SiteSettingsView, SiteSettingsWrite } from "@/lib/platform/site/schemas";
import * as site from "@/lib/platform/site/service";
import * as images from "@/lib/supply/packages/images";

/** Changes settings; those that are not named stay. */
export async function change(caller: Caller, input: SiteSettingsWrite): Promise<SiteSettingsView> {
  return transaction(async (db) => {
    const { before, after } = await site.change(db, caller, input);
    const [was, is] = [operatorOf(before.settings), operatorOf(after.settings)];
    if (JSON.stringify(was) !== JSON.stringify(is)) await billing.changeOperator(db, { before: was, after: is });
    const [old, fee] = [before.settings.fee_percent, after.settings.fee_percent];
    if (fee !== old) await notifySellers(db, { percent: fee, before: old });
    return after;
  });
}

const operatorOf = ({ operator_name: name, operator_details: lines }: SiteSettings) => ({ name, lines });

/**
 * Stores an image as the logo in the header, or as the picture of the landing page. Throws payload_too_large, and
 * invalid_request for no image. Also throws too_many_in_flight.
 */
export async function putImage(
  caller: Caller,
  name: SiteImage,
  { body }: Pick<Request, "body">,
): Promise<SiteSettingsView> {
  const { sha256 } = await images.store(caller.accountId, name === "logo" ? "icon" : "screenshot", body);
  return change(caller, { [name]: sha256 });
}

/** Notifies the developers of approved skills who have no fee of their own. */
async function notifySellers(db: Queryable, data: { percent: number; before: number }): Promise<void> {
  const sellers = await prisma(db).account.findMany({
    where: { feeBps: null, closedAt: null, skills: { some: { liveRevisionId: { not: null } } } },
    select: { id: true },
  });
  const ids = sellers.map(({ id }) => id);
  await notifyAll(db, ids, newId(), { kind: "fee_changed", data });
}
