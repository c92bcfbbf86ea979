/**
 * Who bills are issued to. Invariant: a party never changes once something was issued to it; a change of name, email or details is a
 * new party from then on, so that every document can be printed again as it was.
 */
import { isPlaceholder } from "@/lib/identity/accounts/organization-accounts";
import * as sessions from "@/lib/identity/accounts/sessions";
import { type BillingChange, BillingDetails, countryName } from "@/lib/money/billing/schemas";
import { isTaxId } from "@/lib/money/billing/tax-ids";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { invalid } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { lockRows } from "@/lib/platform/core/locks";
import { prune } from "@/lib/platform/jobs/pruning";
import * as site from "@/lib/platform/site/service";

const NONE: BillingDetails = {
  kind: "person",
  name: null,
  line1: null,
  line2: null,
  postal_code: null,
  city: null,
  region: null,
  country: null,
  tax_id: null,
  purchase_order: null,
};

export type Party = { name: string; lines: string[]; purchaseOrder: string | null };
type PartyRow = { name: string; email: string | null; details: unknown };

const NEWEST = { orderBy: { validFrom: "desc" } } as const;

/** The caller's billing details as they are now. */
export async function details({ accountId }: Pick<Caller, "accountId">, db?: Queryable): Promise<BillingDetails> {
  const row = await prisma(db).billingParty.findFirst({ where: { accountId }, ...NEWEST });
  return row?.details ? BillingDetails.parse(row.details) : NONE;
}

/**
 * Changes the caller's billing details, for what is issued from now on; fields that are not named stay. Throws session_required for
 * a key, and invalid_request for a tax id that is none of its country.
 */
export async function change(caller: Caller, input: BillingChange): Promise<BillingDetails> {
  sessions.requireSession(caller);
  return transaction(async (db) => {
    await lockRows(db, "account", "id", caller.accountId);
    const before = await details(caller, db);
    const after = { ...before, ...input };
    await requireTaxId(after);
    if (JSON.stringify(after) === JSON.stringify(before)) return before;
    const { name, email } = await prisma(db).account.findUniqueOrThrow({ where: { id: caller.accountId } });
    await begin(db, caller.accountId, { name, email, details: null });
    await insert(db, caller.accountId, { name, email, details: after });
    return after;
  });
}

async function requireTaxId({ tax_id: taxId, country }: BillingDetails): Promise<void> {
  if (taxId === null) return;
  if (country === null) throw invalid([{ param: "country", message: "is needed to check the tax id" }]);
  if (!(await isTaxId(country, taxId)))
    throw invalid([{ param: "tax_id", message: `is no tax id of ${countryName(country)}. Check its digits` }]);
}

/** Notes who ran the marketplace until a change of its settings, and who runs it from then on. */
export async function changeOperator(
  db: Queryable,
  { before, after }: Record<"before" | "after", { name: string; lines: string[] }>,
): Promise<void> {
  await begin(db, null, { name: before.name, email: null, details: before.lines });
  await insert(db, null, { name: after.name, email: null, details: after.lines });
}

async function begin(
  db: Queryable,
  accountId: string | null,
  { name, email, details: lines }: PartyRow,
): Promise<void> {
  await query(
    "billing.begin",
    "SELECT billing_party_begin($1, $2, $3, $4)",
    [accountId, name, email, lines && JSON.stringify(lines)],
    db,
  );
}

async function insert(db: Queryable, accountId: string | null, party: PartyRow): Promise<void> {
  await query(
    "billing.party",
    `INSERT INTO billing_party (id, account_id, valid_from, name, email, details)
      VALUES ($1, $2, clock_timestamp(), $3, $4, $5)`,
    [newId(), accountId, party.name, party.email, JSON.stringify(party.details)],
    db,
  );
}

/** Who an account was at a moment, as what was issued then shows it. */
export async function partyAt(accountId: string, at: Date): Promise<Party> {
  const row =
    (await prisma().billingParty.findFirst({ where: { accountId, validFrom: { lte: at } }, ...NEWEST })) ??
    (await prisma().account.findUniqueOrThrow({ where: { id: accountId } }));
  const entered = "details" in row && row.details ? BillingDetails.parse(row.details) : NONE;
  return {
    name: entered.name ?? row.name,
    lines: [...addressLines(entered), ...(row.email && !isPlaceholder(row.email) ? [row.email] : [])],
    purchaseOrder: entered.purchase_order,
  };
}

/** Who ran the marketplace at a moment. */
export async function operatorAt(at: Date, db?: Queryable): Promise<{ name: string; lines: string[] }> {
  const row = await prisma(db).billingParty.findFirst({
    where: { accountId: null, validFrom: { lte: at } },
    ...NEWEST,
  });
  if (row) return { name: row.name, lines: row.details as string[] };
  const { settings } = await site.current(db);
  return { name: settings.operator_name, lines: settings.operator_details };
}

/** Both parties of what is issued now. */
export async function partiesNow(accountId: string) {
  const now = new Date();
  return { buyer: await partyAt(accountId, now), issuer: await operatorAt(now) };
}

function addressLines({ line1, line2, postal_code, city, region, country, tax_id }: BillingDetails): string[] {
  const place = [postal_code, city].filter(Boolean).join(" ");
  const lines = [line1, line2, [place, region].filter(Boolean).join(", "), country && countryName(country)];
  return [...lines.flatMap((text) => (text ? [text] : [])), ...(tax_id ? [`Tax ID ${tax_id}`] : [])];
}

/** Parties of accounts that were closed, and last billed, longer ago than the years for which bills are retained. */
const FORGET = `DELETE FROM billing_party WHERE id IN (
  SELECT b.id FROM account a JOIN billing_party b ON b.account_id = a.id
  WHERE a.closed_at < now() - make_interval(years => $1)
    AND NOT EXISTS (SELECT 1 FROM document d WHERE d.account_id = a.id
      AND d.created_at >= now() - make_interval(years => $1))
  LIMIT $2) RETURNING id`;

/** Deletes the names and addresses on bills of closed accounts, once their years are over. Returns how many. */
export async function expireParties(): Promise<number> {
  const { settings } = await site.current();
  return prune(async (limit) => {
    const gone = await query<{ id: string }>("billing.forget", FORGET, [settings.billing_years, limit]);
    return { count: gone.length };
  });
}
