/**
 * Public profiles of publishers: accounts with skills on the marketplace. Invariant: who has no skill there has no
 * public page.
 */
import { requireUnclaimed } from "@/lib/identity/accounts/claimed-names";
import * as handles from "@/lib/identity/accounts/handles";
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { catalogSource, escapeLike, prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { notFound } from "@/lib/platform/core/errors";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import * as domains from "@/lib/supply/catalog/domains";
import * as follows from "@/lib/supply/catalog/follows";
import type { PublisherChange } from "@/lib/supply/catalog/publisher-schemas";

/** Shorter texts are part of nearly every name. */
const MIN_SEARCH_CHARS = 3;

/** A publisher by its handle, or one that it gave up within 90 days. */
export async function get(handle: string) {
  const account = await handles.findByHandle(handle);
  const [sums] = await query<{ skills: number; calls: string; rating_sum: string; rating_count: string }>(
    "publishers.sums",
    `SELECT count(*)::int AS skills, coalesce(sum(call_count), 0) AS calls, coalesce(sum(rating_sum), 0) AS rating_sum,
       coalesce(sum(rating_count), 0) AS rating_count FROM listing WHERE owner_id = $1`,
    [account?.id ?? null],
    catalogSource(),
  );
  if (!account || !sums?.skills) throw notFound();
  const ratings = Number(sums.rating_count);
  return {
    handle: account.handle,
    name: account.name,
    bio: account.bio,
    links: account.links,
    picture: account.picture,
    contact: account.contact,
    followers: await follows.count(account.id),
    verified: account.verifiedAt !== null,
    domains: await domains.provenOf(account.id),
    member_since: account.createdAt,
    skill_count: sums.skills,
    call_count: Number(sums.calls),
    rating: {
      average: ratings === 0 ? null : Math.round((Number(sums.rating_sum) / ratings) * 100) / 100,
      count: ratings,
    },
  };
}

/** Publishers with a name like a text, for suggestions; the most popular first. */
export async function suggest(text: string, limit: number) {
  const term = text.trim();
  if (term.length < MIN_SEARCH_CHARS) return [];
  return query<{ handle: string; name: string; verified: boolean; skill_count: number }>(
    "publishers.suggest",
    `SELECT a.handle, a.name, a.verified_at IS NOT NULL AS verified, l.skill_count
       FROM (SELECT id, handle, name, verified_at FROM account WHERE name ILIKE $1 AND closed_at IS NULL LIMIT 200) AS a
         CROSS JOIN LATERAL (SELECT count(*)::int AS skill_count, sum(popularity) AS users FROM listing
           WHERE owner_id = a.id) AS l
      WHERE l.skill_count > 0 ORDER BY l.users DESC, a.handle LIMIT $2`,
    [`%${escapeLike(term)}%`, limit],
    catalogSource(),
  );
}

/** The caller's own public profile. */
export async function profile({ accountId }: Pick<Caller, "accountId">) {
  const account = await prisma().account.findUniqueOrThrow({ where: { id: accountId } });
  const { handle, bio, links, picture, contact, verifiedAt } = account;
  return { handle, bio, links, picture, contact, verified_at: verifiedAt };
}

type Followers = {
  /** Refuses a picture that the caller hasn't uploaded. */
  requireIcon: (db: Queryable, ownerId: string, icon: { param: string; sha256: string }) => Promise<void>;
  /** Shows a new handle on listings, or refuses it. */
  showName: (db: Queryable, ownerId: string) => Promise<void>;
};

/** Changes the caller's public profile. A former handle leads to the new one, and stays the caller's, for 90 days. */
export async function change(
  caller: Caller,
  { handle, bio, links, picture, contact }: PublisherChange,
  { requireIcon, showName }: Followers,
) {
  if (handle !== undefined) handles.requireFree(handle);
  // Limited: the audit log has each handle.
  await ratelimit.requireTaken("revise", caller.accountId);
  await transaction(async (db) => {
    const tx = prisma(db);
    if (picture) await requireIcon(db, caller.accountId, { param: "picture", sha256: picture });
    const before = await tx.account.findUniqueOrThrow({ where: { id: caller.accountId } });
    if (handle !== undefined && handle !== before.handle)
      await requireUnclaimed(db, { kind: "handle", name: before.handle }, { param: "handle", done: "changed" });
    await tx.account.update({
      where: { id: caller.accountId },
      data: {
        ...(bio !== undefined && { bio }),
        ...(links !== undefined && { links }),
        ...(picture !== undefined && { picture }),
        ...(contact !== undefined && { contact }),
      },
    });
    if (handle === undefined || !(await handles.changeHandle(db, caller.accountId, handle))) return;
    await showName(db, caller.accountId);
    const about = { type: "account", id: caller.accountId };
    const names = { before: before.handle, after: handle };
    await audit.writeFor(db, caller, { action: "account.handle", subject: about, names });
  });
  return profile(caller);
}
