/**
 * What a caller may use: listed skills, and unlisted ones that they have bought, own or administer.
 * Invariant: for everyone else an unlisted skill, as a private one always is, is the same 404 as one that does not exist.
 */

import type { Caller } from "@/lib/platform/core/caller";
import { prisma, query } from "@/lib/platform/core/db";
import { notFound } from "@/lib/platform/core/errors";
import * as listings from "@/lib/supply/catalog/listings";
import * as catalog from "@/lib/supply/catalog/service";

/** The skill of a slug as the caller may use it, listed or not. */
export async function requireUsable(caller: Caller, slug: string): Promise<catalog.ListingDetail> {
  return (await catalog.findListing(slug, caller)) ?? requireUnlisted(caller, slug);
}

/** An unlisted skill that the caller has bought, owns or administers. */
export async function requireUnlisted(caller: Caller | null, slug: string): Promise<catalog.ListingDetail> {
  const unlisted = caller && (await listings.findUnlisted(slug, caller.accountId));
  if (!unlisted) throw notFound();
  const isOurs = unlisted.owner_id === caller.accountId || caller.isAdmin;
  if (!isOurs && !(await isRunning(caller, unlisted.skill_id))) throw notFound();
  return unlisted;
}

async function isRunning({ accountId }: Caller, skillId: string): Promise<boolean> {
  const found = await prisma().purchase.findFirst({
    where: { buyerId: accountId, skillId, status: "active", currentPeriodEnd: { gt: new Date() } },
    select: { id: true },
  });
  return found !== null;
}

/** Those of some skills that the caller publishes, or has a running purchase of. */
export async function ownedAmong({ accountId }: Caller, skillIds: string[]): Promise<Set<string>> {
  const rows = await query<{ id: string }>(
    "purchases.owned",
    `SELECT id FROM skill WHERE id = ANY((SELECT $2::uuid[])::uuid[]) AND owner_id = $1
     UNION ALL
     SELECT skill_id FROM purchase WHERE skill_id = ANY((SELECT $2::uuid[])::uuid[]) AND buyer_id = $1
       AND status = 'active' AND current_period_end > now()`,
    [accountId, skillIds],
  );
  return new Set(rows.map(({ id }) => id));
}
