/**
 * Links that hand one bought package to an installer, which can't send a key: short-lived, and ended at will. Links to an organization's
 * marketplace share their table and are opened here. Invariant: a link opens nothing that its account, and the member who made it, could
 * not have without a charge at this moment.
 */
import { createHash, randomBytes } from "node:crypto";
import { archivePath, INDEXES, INSTALL_PREFIX, MARKETPLACE_NAME } from "@/lib/demand/distribution/addresses";
import { digestOf } from "@/lib/demand/distribution/archives";
import { requireOpen } from "@/lib/demand/distribution/service";
import { may } from "@/lib/identity/keys/permissions";
import type { Caller, MemberRole } from "@/lib/platform/core/caller";
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

/** The secret of a new link, and what is stored of it. */
export function newToken() {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashOf(token) };
}

/** The address of a link. */
export const addressOf = (token: string) => `${env().PUBLIC_URL}${INSTALL_PREFIX}/${token}`;

/** Makes a link to a package of the caller's. */
export async function create(caller: Caller, slug: string) {
  const { manifest } = await requireOpen(caller, slug);
  const { token, hash } = newToken();
  const row = await transaction(async (db) => {
    await requireRoom(db, caller.accountId);
    return prisma(db).installLink.create({
      data: {
        id: newId(),
        hash,
        accountId: caller.accountId,
        ...(caller.organization && { personId: caller.personId }),
        slug,
        expiresAt: new Date(Date.now() + LINK_MINUTES * 60_000),
      },
    });
  });
  const url = addressOf(token);
  return {
    ...toView({ ...row, slug }),
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
  const open = { accountId, slug: { not: null }, revokedAt: null, expiresAt: { gt: new Date() } };
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
    where: { accountId: caller.accountId, slug: { not: null }, revokedAt: null, expiresAt: { gt: new Date() } },
    orderBy: { id: "desc" },
  });
  return wholeList(rows.map(toView));
}

/** Ends a link. */
export async function revoke(caller: Caller, id: string) {
  const where = { id, accountId: caller.accountId, slug: { not: null }, revokedAt: null };
  const [row] = await prisma().installLink.updateManyAndReturn({ where, data: { revokedAt: new Date() } });
  if (!row) throw notFound();
  return { ...toView(row), revoked: true as const };
}

type OpenedRow = {
  account_id: string;
  person_id: string;
  slug: string | null;
  handle: string;
  name: string;
  is_limited: boolean;
  member_role: MemberRole | null;
};

/** Of an organization, a link of a package works as long as its member belongs to it; what a member may not use ends, too. */
const OPEN = `
  UPDATE install_link l SET used_at = now(), expires_at = CASE WHEN l.slug IS NULL THEN l.expires_at
      ELSE least(l.expires_at, now() + make_interval(mins => $2)) END
    FROM account a, account p
   WHERE l.hash = $1 AND l.revoked_at IS NULL AND l.expires_at > now()
     AND a.id = l.account_id AND a.suspended_at IS NULL AND a.closed_at IS NULL
     AND p.id = coalesce(l.person_id, l.account_id) AND p.suspended_at IS NULL AND p.closed_at IS NULL
     AND (l.person_id IS NULL OR NOT company_requires(a.id, p.id) OR company_linked(a.id, p.id))
   RETURNING l.account_id, p.id AS person_id, l.slug, a.handle, a.name, a.allowed_only <> 'off' AS is_limited,
     (SELECT m.role FROM membership m WHERE m.organization_id = a.id AND m.person_id = l.person_id) AS member_role`;

/**
 * For whom a link opens what: a package, which from then on it opens for ten minutes, or with `slug` null all of an organization.
 * Throws not_found.
 */
export async function open(token: string): Promise<{ caller: Caller; slug: string | null }> {
  if (!TOKEN.test(token)) throw notFound();
  const [row] = await query<OpenedRow>("distribution.link.open", OPEN, [hashOf(token), USED_MINUTES]);
  if (!row) throw notFound();
  const { account_id: accountId, person_id: personId, slug, handle, is_limited: isLimited, member_role: role } = row;
  const isOfMember = personId !== accountId;
  const caller: Caller = {
    accountId,
    personId,
    ...(role && { organization: { handle, role, isLimited } }),
    email: "",
    name: row.name,
    isAdmin: false,
    key: null,
  };
  if (isOfMember && !(role && may(caller, "use"))) throw notFound();
  return { caller, slug };
}

/** Deletes expired links. Returns how many. */
export function expireLinks(): Promise<number> {
  return prune((limit) => prisma().installLink.deleteMany({ where: { expiresAt: { lt: daysAgo(1) } }, limit }));
}

type Row = { id: string; slug: string | null; createdAt: Date; expiresAt: Date; usedAt: Date | null };

const toView = ({ id, slug, createdAt, expiresAt, usedAt }: Row) => ({
  id,
  skill: slug ?? "",
  created_at: createdAt,
  expires_at: expiresAt,
  used_at: usedAt,
});
