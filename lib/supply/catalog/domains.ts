/**
 * Domains that publishers have verified, by a TXT record or a file. Invariant: a mark is shown only if the proof was found
 * within the last three weeks; a job checks every week.
 */
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { lockName, prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { AppError, invalid, notFound } from "@/lib/platform/core/errors";
import type { PublisherDomain as Row } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";
import { wholeList } from "@/lib/platform/core/page";
import { forEachIsolated } from "@/lib/platform/jobs/isolated";
import { notify } from "@/lib/platform/notifications/service";
import { dueBefore, isInDns, newToken, outcomeOf, proofOf, txtName } from "@/lib/platform/outbound/domain-proof";
import { client } from "@/lib/platform/outbound/service";
import * as listings from "@/lib/supply/catalog/listings";

const MAX_DOMAINS = 5;
const BATCH = 100;
const FETCH_MS = 5_000;
const MAX_FILE_CHARS = 4_096;

/** The caller's domains, oldest first. */
export async function list({ accountId }: Pick<Caller, "accountId">) {
  const rows = await prisma().publisherDomain.findMany({ where: { accountId }, orderBy: { createdAt: "asc" } });
  return wholeList(rows.map(toView));
}

/** Adds a domain to verify. Adding it again changes nothing. Throws invalid_request beyond 5. */
export async function add({ accountId }: Caller, domain: string) {
  return transaction(async (db) => {
    await lockName(db, `domains:${accountId}`);
    const before = await prisma(db).publisherDomain.findMany({ where: { accountId } });
    const known = before.find((row) => row.domain === domain);
    if (known) return toView(known);
    if (before.length >= MAX_DOMAINS)
      throw invalid([{ param: "domain", message: `an account has at most ${MAX_DOMAINS}; remove one first` }]);
    return toView(await prisma(db).publisherDomain.create({ data: { accountId, domain, token: newToken() } }));
  });
}

/** Checks the proof of one of the caller's domains now. Throws not_found, and domain_unverified when it is not there. */
export async function check(caller: Caller, domain: string) {
  const row = await requireOwn(caller, domain);
  const isProven = await look(row);
  const checked = await record(row, isProven, caller);
  if (!checked) throw notFound();
  if (!isProven)
    throw new AppError(
      "domain_unverified",
      `${txtName(domain)} has no TXT record ${proofOf(row)}, and ${fileUrl(domain)} doesn't contain it. New records can take an hour to appear.`,
      { param: "domain" },
    );
  return toView(checked);
}

/** Removes one of the caller's domains. Throws not_found. */
export async function remove(caller: Caller, domain: string) {
  const row = await requireOwn(caller, domain);
  await transaction(async (db) => {
    await lockName(db, `domains:${caller.accountId}`);
    const { count } = await prisma(db).publisherDomain.deleteMany({ where: { accountId: caller.accountId, domain } });
    if (count === 0) return;
    await note(db, caller, "account.remove_domain", row);
    await listings.followDeveloper(db, caller.accountId);
  });
  return toView(row);
}

/** The proven domains of a publisher, oldest proof first. */
export async function provenOf(accountId: string): Promise<string[]> {
  const [row] = await query<{ domains: string[] }>("domains.proven", "SELECT proven_domains($1) AS domains", [
    accountId,
  ]);
  return row?.domains ?? [];
}

/** Checks proofs again that were last checked a week ago. Returns how many. */
export async function recheckDue(): Promise<number> {
  const due = await prisma().publisherDomain.findMany({
    where: { verifiedAt: { not: null }, checkedAt: { lt: dueBefore() } },
    orderBy: { checkedAt: "asc" },
    take: BATCH,
  });
  await forEachIsolated(
    "recheck-domains",
    due,
    ({ domain }) => domain,
    async (row) => record(row, await look(row), null),
  );
  return due.length;
}

async function requireOwn({ accountId }: Pick<Caller, "accountId">, domain: string): Promise<Row> {
  const row = await prisma().publisherDomain.findUnique({ where: { accountId_domain: { accountId, domain } } });
  if (!row) throw notFound();
  return row;
}

/**
 * Stores what a check found; a proof that is missing for two weeks ends the mark, and its owner is notified. `caller` is null for
 * the job. Null when the domain was removed meanwhile.
 */
async function record({ accountId, domain }: Row, isProven: boolean, caller: Caller | null): Promise<Row | null> {
  return transaction(async (db) => {
    // Read anew under a lock, so that concurrent checks write one line of the audit log.
    await lockName(db, `domains:${accountId}`);
    const where = { accountId_domain: { accountId, domain } };
    const before = await prisma(db).publisherDomain.findUnique({ where });
    if (!before) return null;
    const checked = await prisma(db).publisherDomain.update({ where, data: outcomeOf(before, isProven) });
    if ((checked.verifiedAt === null) === (before.verifiedAt === null)) return checked;
    const isLost = checked.verifiedAt === null;
    await note(db, caller, isLost ? "account.lose_domain" : "account.verify_domain", checked);
    if (isLost) await notify(db, accountId, newId(), { kind: "domain_lost", data: { domain } });
    await listings.followDeveloper(db, accountId);
    return checked;
  });
}

/** Writes a line of the audit log about a domain; `caller` is null for the job. */
async function note(db: Queryable, caller: Caller | null, action: string, { accountId, domain }: Row): Promise<void> {
  const line = { action, subject: { type: "account", id: accountId }, names: { domain } };
  if (caller) return audit.writeFor(db, caller, line);
  const { kind } = await prisma(db).account.findUniqueOrThrow({ where: { id: accountId }, select: { kind: true } });
  await audit.writeIn(db, kind === "organization" ? accountId : null, { ...line, actorId: null });
}

/** Whether the record or the file is there. What can't be reached counts as missing. */
async function look(row: Row): Promise<boolean> {
  if (await isInDns(row)) return true;
  const value = proofOf(row);
  const file = await fetchText(fileUrl(row.domain), row.accountId).catch(() => "");
  return file.split(/\r?\n/).some((line) => line.trim() === value);
}

async function fetchText(url: string, pool: string): Promise<string> {
  const signal = AbortSignal.timeout(FETCH_MS);
  const { statusCode, body } = await client().get(url, { "accept-encoding": "identity" }, { pool, signal });
  let text = "";
  for await (const part of body.setEncoding("utf8")) {
    text += part;
    if (text.length > MAX_FILE_CHARS) break;
  }
  return statusCode === 200 ? text : "";
}

const fileUrl = (domain: string) => `https://${domain}/.well-known/skills-marketplace.txt`;

const toView = (row: Row) => ({
  domain: row.domain,
  txt_name: txtName(row.domain),
  file_url: fileUrl(row.domain),
  value: proofOf(row),
  verified_at: row.verifiedAt,
  checked_at: row.checkedAt,
  failing_since: row.failingSince,
});
