/**
 * Links that hand one bought package to an installer, which can't send a key: short-lived, and ended at will.
 * Invariant: a link opens nothing that its account could not have without a charge at this moment.
 */
import { createHash, randomBytes } from "node:crypto";
import { archivePath, INDEXES, MARKETPLACE_NAME } from "@/lib/demand/distribution/addresses";
import { digestOf } from "@/lib/demand/distribution/archives";
import { type OpenPackage, requireOpen } from "@/lib/demand/distribution/service";
import type { Caller } from "@/lib/platform/core/caller";
import { lockName, prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { AppError, notFound } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { wholeList } from "@/lib/platform/core/page";
import { daysAgo, prune } from "@/lib/platform/jobs/pruning";
import { flatSlug } from "@/lib/supply/skills/flat-slug";

/** How long a link works: long enough for an install, too short to be worth passing on. */
const LINK_MINUTES = 60;
/** And after its first use: installers write it into files that people check in, such as `skills-lock.json`. */
const USED_MINUTES = 10;
const MAX_LINKS = 50;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

const hashOf = (token: string) => new Uint8Array(createHash("sha256").update(token).digest());

/** Makes a link to a package of the caller's. */
export async function create(caller: Caller, slug: string) {
  const { manifest } = await requireOpen(caller, slug);
  const token = randomBytes(32).toString("base64url");
  const row = await transaction(async (db) => {
    await requireRoom(db, caller.accountId);
    return prisma(db).installLink.create({
      data: {
        id: newId(),
        hash: hashOf(token),
        accountId: caller.accountId,
        ...(caller.organization && { personId: caller.personId }),
        slug,
        expiresAt: new Date(Date.now() + LINK_MINUTES * 60_000),
      },
    });
  });
  const url = `${env().PUBLIC_URL}/install/${token}`;
  return {
    ...toView(row),
    url,
    name: manifest.name,
    command: `npx skills add ${url}`,
    plugin_command: [
      `claude plugin marketplace add ${url}${INDEXES.plugin}`,
      `claude plugin install ${flatSlug(slug)}@${MARKETPLACE_NAME}-${flatSlug(slug)}`,
    ].join(" && "),
  };
}

/** Counts under a lock, so that parallel requests don't exceed the limit together. */
async function requireRoom(db: Queryable, accountId: string): Promise<void> {
  await lockName(db, `install-links:${accountId}`);
  const open = { accountId, revokedAt: null, expiresAt: { gt: new Date() } };
  if ((await prisma(db).installLink.count({ where: open })) < MAX_LINKS) return;
  const message = `You have ${MAX_LINKS} active install links. Revoke one, or wait until one expires.`;
  throw new AppError("rate_limited", message, { retryAfterSeconds: 60 });
}

/** A link to the archive itself, with its digest. Throws what `create` throws. */
export async function downloadLink(caller: Caller, slug: string) {
  const entry = await requireOpen(caller, slug);
  const digest = `sha256:${await digestOf(entry, "skill")}`;
  const { url, command, name, expires_at } = await create(caller, slug);
  const zip_url = `${url}${archivePath(entry, "skill")}`;
  return { name, version: entry.manifest.version, zip_url, digest, command, expires_at };
}

/** The caller's links that still work, newest first; none shows its secret. */
export async function list(caller: Caller) {
  const rows = await prisma().installLink.findMany({
    where: { accountId: caller.accountId, revokedAt: null, expiresAt: { gt: new Date() } },
    orderBy: { id: "desc" },
  });
  return wholeList(rows.map(toView));
}

/** Ends a link. */
export async function revoke(caller: Caller, id: string) {
  const where = { id, accountId: caller.accountId, revokedAt: null };
  const [row] = await prisma().installLink.updateManyAndReturn({ where, data: { revokedAt: new Date() } });
  if (!row) throw notFound();
  return { ...toView(row), revoked: true as const };
}

/** The package that a link opens, which from then on works for ten minutes. */
export async function open(token: string): Promise<OpenPackage> {
  if (!TOKEN.test(token)) throw notFound();
  const [row] = await query<{ account_id: string; slug: string }>(
    "distribution.link.open",
    `UPDATE install_link l SET used_at = now(), expires_at = least(l.expires_at, now() + make_interval(mins => $2))
       FROM account a
      WHERE l.hash = $1 AND l.revoked_at IS NULL AND l.expires_at > now()
        AND a.id = l.account_id AND a.suspended_at IS NULL AND a.closed_at IS NULL
      RETURNING l.account_id, l.slug`,
    [hashOf(token), USED_MINUTES],
  );
  if (!row) throw notFound();
  return requireOpen(
    { accountId: row.account_id, personId: row.account_id, email: "", name: "", isAdmin: false, key: null },
    row.slug,
  );
}

/** Deletes expired links. Returns how many. */
export function expireLinks(): Promise<number> {
  return prune((limit) => prisma().installLink.deleteMany({ where: { expiresAt: { lt: daysAgo(1) } }, limit }));
}

type Row = { id: string; slug: string; createdAt: Date; expiresAt: Date; usedAt: Date | null };

const toView = ({ id, slug, createdAt, expiresAt, usedAt }: Row) => ({
  id,
  skill: slug,
  created_at: createdAt,
  expires_at: expiresAt,
  used_at: usedAt,
});
