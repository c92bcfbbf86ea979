/**
 * What administrators set of the marketplace in the product, as `setting-schemas.ts` lists it. Invariants: every change is in the audit log,
 * in its transaction; the version of the terms grows with every change of their text.
 */
import * as audit from "@/lib/platform/core/audit";
import { prisma, type Queryable, query } from "@/lib/platform/core/db";
import { privacyDraft, termsDraft } from "@/lib/platform/site/drafts";
import { DEFAULTS, SiteSettings, type SiteSettingsView, type SiteSettingsWrite } from "@/lib/platform/site/schemas";
import { SITE_SETTINGS } from "@/lib/platform/site/setting-schemas";

const ROW = { id: 1 };
const LEGAL = ["terms", "privacy"] as const;

const BPS_PER_PERCENT = 100;

/** Every page asks this. */
const CURRENT = "SELECT settings, fee_bps, terms_version, updated_at FROM site_settings WHERE id = 1";
type SettingsRow = { settings: object; fee_bps: number | null; terms_version: number; updated_at: Date };

/** The settings as they apply now. */
export async function current(db?: Queryable): Promise<SiteSettingsView & { settings: SiteSettings }> {
  const [row] = await query<SettingsRow>("site.current", CURRENT, [], db);
  const stored = SiteSettings.partial().parse(row?.settings ?? {});
  const fee = row?.fee_bps ?? null;
  return {
    settings: {
      ...DEFAULTS,
      ...stored,
      ...(fee !== null && { fee_percent: fee / BPS_PER_PERCENT }),
    },
    overridden: [],
    terms_version: row?.terms_version ?? 1,
    updated_at: row?.updated_at ?? null,
  };
}

type Settings = Awaited<ReturnType<typeof current>>;

/** What the marketplace is called, by its administrators or by default. */
export async function marketplaceName(): Promise<string> {
  return (await current()).settings.marketplace_name;
}

/** The names of the settings that somebody has saved, under the lock that changes take. */
export async function lockSaved(db: Queryable): Promise<string[]> {
  await query(
    "site.lock",
    "INSERT INTO site_settings (id, settings) VALUES (1, '{}') ON CONFLICT (id) DO UPDATE SET id = excluded.id",
    [],
    db,
  );
  const row = await prisma(db).siteSettings.findUniqueOrThrow({ where: ROW });
  return [...Object.keys(row.settings as object), ...(row.feeBps === null ? [] : ["fee_percent"])];
}

/** Changes settings; those that are not named stay. Returns them before and after. The command line has no account. */
export async function change(
  db: Queryable,
  { accountId }: { accountId: string | null },
  input: SiteSettingsWrite,
): Promise<{ before: Settings; after: Settings }> {
  await lockSaved(db);
  const before = await current(db);
  const changed = SITE_SETTINGS.filter(
    (name) => input[name] !== undefined && JSON.stringify(input[name]) !== JSON.stringify(before.settings[name]),
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
  await audit.write(db, accountId, "settings.change", about, detailsOf(changed, before, after));
  return { before, after };
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
      isLong(name) ? { version: after.terms_version } : { before: before.settings[name], after: after.settings[name] },
    ]),
  );
}

/** The Markdown of /terms or /privacy: what administrators wrote, or the draft. */
export async function page(name: (typeof LEGAL)[number]): Promise<{ text: string; version: number }> {
  const { settings, terms_version: version } = await current();
  const draft = name === "terms" ? termsDraft : privacyDraft;
  return { text: settings[name] ?? draft(settings), version };
}
