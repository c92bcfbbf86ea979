/**
 * Links with which a member adds the plugin marketplace of an organization to Claude Code, which can't send a key. Invariants: a link
 * belongs to a member and an organization, and ends with the membership; it opens what its member could have without a charge now.
 */
import { INDEXES, organizationMarketplace } from "@/lib/demand/distribution/addresses";
import { addressOf, newToken } from "@/lib/demand/distribution/install-links";
import { peopleOf } from "@/lib/identity/accounts/people";
import { requireSession } from "@/lib/identity/accounts/sessions";
import { may } from "@/lib/identity/keys/permissions";
import { note } from "@/lib/identity/organizations/service";
import type { Caller } from "@/lib/platform/core/caller";
import { lockName, prisma, transaction } from "@/lib/platform/core/db";
import { AppError, notFound } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { wholeList } from "@/lib/platform/core/page";

const LINK_DAYS = 365;
const DAY_MS = 86_400_000;
/** Most links of a member, of whom each machine may have one. */
const MAX_LINKS = 10;

type Row = { id: string; personId: string | null; createdAt: Date; expiresAt: Date; usedAt: Date | null };

/** Creates a link of the caller to the marketplace of the organization for which they act. Throws session_required and rate_limited. */
export async function create(caller: Caller) {
  requireSession(caller);
  const { accountId, personId, organization } = caller;
  if (!organization) throw notFound();
  const { token, hash } = newToken();
  const row = await transaction(async (db) => {
    await lockName(db, `plugin-links:${accountId}:${personId}`);
    const expiresAt = new Date(Date.now() + LINK_DAYS * DAY_MS);
    if ((await prisma(db).installLink.count({ where: active({ accountId, personId }) })) >= MAX_LINKS)
      throw new AppError("rate_limited", `You have ${MAX_LINKS} links here. Withdraw one first.`, {
        retryAfterSeconds: 60,
      });
    const link = await prisma(db).installLink.create({ data: { id: newId(), hash, accountId, personId, expiresAt } });
    await note(db, caller, "plugin_link.create", { link: link.id });
    return link;
  });
  const url = `${addressOf(token)}${INDEXES.plugin}`;
  const name = organizationMarketplace(organization.handle);
  const [link] = await withMembers([row]);
  return { ...(link as NonNullable<typeof link>), url, name, command: `claude plugin marketplace add ${url}` };
}

/** The links to the organization's marketplace that still work, newest first: the caller's own, for an owner all. */
export async function list(caller: Caller) {
  const { accountId, personId } = caller;
  const rows = await prisma().installLink.findMany({
    where: active({ accountId, ...(!may(caller, "manage") && { personId }) }),
    orderBy: { id: "desc" },
  });
  return wholeList(await withMembers(rows));
}

/** Withdraws a link of the caller's, or for an owner any member's. Throws not_found. */
export async function withdraw(caller: Caller, id: string) {
  const { accountId, personId } = caller;
  const where = { id, ...active({ accountId, ...(!may(caller, "manage") && { personId }) }) };
  const row = await transaction(async (db) => {
    const [ended] = await prisma(db).installLink.updateManyAndReturn({ where, data: { revokedAt: new Date() } });
    if (!ended) throw notFound();
    await note(db, caller, "plugin_link.withdraw", { link: id, member: ended.personId });
    return ended;
  });
  const [link] = await withMembers([row]);
  return { ...(link as NonNullable<typeof link>), revoked: true as const };
}

const active = (whose: { accountId: string; personId?: string }) => ({
  ...whose,
  slug: null,
  revokedAt: null,
  expiresAt: { gt: new Date() },
});

async function withMembers(rows: Row[]) {
  const people = await peopleOf(rows.map(({ personId }) => personId));
  return rows.map(({ id, personId, createdAt, expiresAt, usedAt }) => ({
    id,
    member: { id: personId ?? "", name: people.get(personId ?? "")?.name ?? "" },
    created_at: createdAt,
    expires_at: expiresAt,
    used_at: usedAt,
  }));
}
