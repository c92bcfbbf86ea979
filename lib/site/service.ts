/**
 * What administrators set of the marketplace in the product: operator, support, banner, registration, terms and privacy.
 * Invariants: a setting of the environment wins and cannot be changed here; every change is in the audit log, in its
 * transaction; the version of the terms grows with every change of their text.
 */
import * as audit from "@/lib/audit/service";
import type { Caller } from "@/lib/core/caller";
import { prisma, type Queryable, query, transaction } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { type Issue, invalid } from "@/lib/core/errors";
import { privacyDraft, termsDraft } from "@/lib/site/drafts";
import { REJECTION_REASONS } from "@/lib/site/rejection-reasons";
import {
  SITE_SETTINGS,
  SiteSettings,
  type SiteSettingsChange,
  type SiteSettingsView,
} from "@/lib/site/schemas";

const ROW = { id: 1 };
/** What applies until an administrator changes it. */
export const DEFAULTS: SiteSettings = {
  marketplace_name: "Skills Marketplace",
  accent_color: null,
  logo: null,
  mail_footer: null,
  review_target_hours: 48,
  rejection_reasons: REJECTION_REASONS,
  operator_name: "Skills Marketplace",
  operator_details: [],
  support_email: null,
  announcement: null,
  registration: "open",
  terms: null,
  privacy: null,
};
const LEGAL = ["terms", "privacy"] as const;

/** The settings that the environment sets, each with the name of its variable. */
function fromEnvironment(): { values: Partial<SiteSettings>; variables: Record<string, string> } {
  const { OPERATOR_NAME, OPERATOR_DETAILS } = env();
  return {
    values: {
      ...(OPERATOR_NAME !== undefined && { operator_name: OPERATOR_NAME }),
      ...(OPERATOR_DETAILS.length > 0 && { operator_details: OPERATOR_DETAILS }),
    },
    variables: {
      ...(OPERATOR_NAME !== undefined && { operator_name: "OPERATOR_NAME" }),
      ...(OPERATOR_DETAILS.length > 0 && { operator_details: "OPERATOR_DETAILS" }),
    },
  };
}

/** The settings as they apply now, and which of them the environment sets. */
export async function current(db?: Queryable): Promise<SiteSettingsView & { settings: SiteSettings }> {
  const row = await prisma(db).siteSettings.findUnique({ where: ROW });
  const { values, variables } = fromEnvironment();
  const stored = SiteSettings.partial().parse(row?.settings ?? {});
  return {
    settings: { ...DEFAULTS, ...stored, ...values },
    overridden: Object.keys(variables),
    terms_version: row?.termsVersion ?? 1,
    updated_at: row?.updatedAt ?? null,
  };
}

/** Changes settings; those that are not named stay. Throws invalid_request for one that the environment sets. */
export async function change(
  caller: Caller,
  input: Omit<SiteSettingsChange, "logo"> & { logo?: string | null | undefined },
): Promise<SiteSettingsView> {
  const { variables } = fromEnvironment();
  const [first, ...rest]: Issue[] = Object.keys(input)
    .filter((name) => variables[name])
    .map((name) => ({ param: name, message: `is set by ${variables[name]} in the environment` }));
  if (first) throw invalid([first, ...rest]);
  return transaction(async (db) => {
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
    if (changed.length === 0) return before;
    const isLegal = LEGAL.some((name) => changed.includes(name));
    const row = await prisma(db).siteSettings.findUniqueOrThrow({ where: ROW });
    await prisma(db).siteSettings.update({
      where: ROW,
      data: {
        settings: { ...(row.settings as object), ...input },
        updatedAt: new Date(),
        ...(isLegal && { termsVersion: { increment: 1 } }),
      },
    });
    const after = await current(db);
    await audit.write(
      db,
      caller.accountId,
      "settings.change",
      { type: "settings", id: "site" },
      detailsOf(changed, before, after),
    );
    return after;
  });
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
