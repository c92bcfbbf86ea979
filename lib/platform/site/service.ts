/**
 * What administrators set of the marketplace in the product: operator, support, banner, registration, fee, price rises, terms and
 * privacy.
 * Invariants: a setting of the environment wins and cannot be changed here; every change is in the audit log, in its
 * transaction; the version of the terms grows with every change of their text.
 */
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { type Issue, invalid } from "@/lib/platform/core/errors";
import { privacyDraft, termsDraft } from "@/lib/platform/site/drafts";
import { REJECTION_REASONS } from "@/lib/platform/site/rejection-reasons";
import {
  SITE_SETTINGS,
  SiteSettings,
  type SiteSettingsChange,
  type SiteSettingsView,
} from "@/lib/platform/site/schemas";

const ROW = { id: 1 };
/** What applies until an administrator changes it. */
export const DEFAULTS: SiteSettings = {
  marketplace_name: "Skills Marketplace",
  accent_color: null,
  logo: null,
  mail_footer: null,
  review_target_hours: 48,
  rejection_reasons: REJECTION_REASONS,
  // As in `ledger_post_sale`.
  fee_percent: 15,
  price_rise_percent: 10,
  price_notice_days: 7,
  operator_name: "Skills Marketplace",
  operator_details: [],
  support_email: null,
  announcement: null,
  registration: "open",
  terms: null,
  privacy: null,
};
const LEGAL = ["terms", "privacy"] as const;

/** The settings that the environment may set, each with its variable. */
const VARIABLES = {
  operator_name: "OPERATOR_NAME",
  operator_details: "OPERATOR_DETAILS",
  fee_percent: "FEE_PERCENT",
  price_rise_percent: "PRICE_RISE_PERCENT",
  price_notice_days: "PRICE_NOTICE_DAYS",
} as const;
const BPS_PER_PERCENT = 100;

/** The settings that the environment does set. */
function fromEnvironment(): Partial<SiteSettings> {
  const set = Object.entries(VARIABLES)
    .map(([name, variable]) => [name, env()[variable]] as const)
    .filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value !== undefined));
  return Object.fromEntries(set);
}

/** Every page asks this. */
const CURRENT = "SELECT settings, fee_bps, terms_version, updated_at FROM site_settings WHERE id = 1";
type SettingsRow = { settings: object; fee_bps: number | null; terms_version: number; updated_at: Date };

/** The settings as they apply now, and which of them the environment sets. */
export async function current(db?: Queryable): Promise<SiteSettingsView & { settings: SiteSettings }> {
  const [row] = await query<SettingsRow>("site.current", CURRENT, [], db);
  const fixed = fromEnvironment();
  const stored = SiteSettings.partial().parse(row?.settings ?? {});
  const fee = row?.fee_bps ?? null;
  return {
    settings: {
      ...DEFAULTS,
      ...stored,
      ...(fee !== null && { fee_percent: fee / BPS_PER_PERCENT }),
      ...fixed,
    },
    overridden: Object.keys(fixed),
    terms_version: row?.terms_version ?? 1,
    updated_at: row?.updated_at ?? null,
  };
}

type Settings = Awaited<ReturnType<typeof current>>;

/** What the marketplace is called, by its administrators or by default. */
export async function marketplaceName(): Promise<string> {
  return (await current()).settings.marketplace_name;
}

/**
 * Changes settings; those that are not named stay. Returns them before and after. Throws invalid_request for one that the
 * environment sets.
 */
export async function change(
  db: Queryable,
  caller: Caller,
  input: Omit<SiteSettingsChange, "logo"> & { logo?: string | null | undefined },
): Promise<{ before: Settings; after: Settings }> {
  requireFree(Object.keys(input));
  await query(
    "site.lock",
    "INSERT INTO site_settings (id, settings) VALUES (1, '{}') ON CONFLICT (id) DO UPDATE SET id = excluded.id",
    [],
    db,
  );
  const before = await current(db);
  const changed = SITE_SETTINGS.filter(
    (name) =>
      input[name] !== undefined && JSON.stringify(input[name]) !== JSON.stringify(before.settings[name]),
  );
  if (changed.length === 0) return { before, after: before };
  const isLegal = LEGAL.some((name) => changed.includes(name));
  const row = await prisma(db).siteSettings.findUniqueOrThrow({ where: ROW });
  const next: typeof input = Object.fromEntries(changed.map((name) => [name, input[name]]));
  const { fee_percent: fee, ...stored } = next;
  await prisma(db).siteSettings.update({
    where: ROW,
    data: {
      settings: { ...(row.settings as object), ...stored },
      ...(fee !== undefined && { feeBps: Math.round(fee * BPS_PER_PERCENT) }),
      updatedAt: new Date(),
      ...(isLegal && { termsVersion: { increment: 1 } }),
    },
  });
  const after = await current(db);
  const about = { type: "settings", id: "site" };
  await audit.write(db, caller.accountId, "settings.change", about, detailsOf(changed, before, after));
  return { before, after };
}

/** Throws invalid_request for settings that the environment sets. */
function requireFree(names: string[]): void {
  const variables: Record<string, string> = VARIABLES;
  const fixed = fromEnvironment();
  const [first, ...rest]: Issue[] = names
    .filter((name) => name in fixed)
    .map((name) => ({ param: name, message: `is set by ${variables[name]} in the environment` }));
  if (first) throw invalid([first, ...rest]);
}

/** What the audit log says of a change: old and new values; of long texts only the version. */
function detailsOf(
  changed: (keyof SiteSettings)[],
  before: SiteSettingsView,
  after: SiteSettingsView,
): Record<string, unknown> {
  const isLong = (name: keyof SiteSettings) => (LEGAL as readonly string[]).includes(name);
  return Object.fromEntries(
    changed.map((name) => [
      name,
      isLong(name)
        ? { version: after.terms_version }
        : { before: before.settings[name], after: after.settings[name] },
    ]),
  );
}

/** The Markdown of /terms or /privacy: what administrators wrote, or the draft. */
export async function page(name: (typeof LEGAL)[number]): Promise<{ text: string; version: number }> {
  const { settings, terms_version: version } = await current();
  const draft = name === "terms" ? termsDraft : privacyDraft;
  return { text: settings[name] ?? draft(settings), version };
}
