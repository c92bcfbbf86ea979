/**
 * Settings that the environment had until this release, and that are the marketplace's own now. A start saves their values where none
 * is saved, so that an upgrade changes no fee, and warns. This file goes with the next release.
 */
import { transaction } from "@/lib/platform/core/db";
import { SiteSettings, type SiteSettingsChange } from "@/lib/platform/site/schemas";
import * as site from "@/lib/platform/site/service";
import type { SettingName } from "@/lib/platform/site/setting-schemas";

const MOVED: Record<string, { name: SettingName; read: (text: string) => unknown }> = {
  FEE_PERCENT: { name: "fee_percent", read: Number },
  PRICE_RISE_PERCENT: { name: "price_rise_percent", read: Number },
  PRICE_NOTICE_DAYS: { name: "price_notice_days", read: Number },
  OPERATOR_NAME: { name: "operator_name", read: (text) => text },
  OPERATOR_DETAILS: { name: "operator_details", read: (text) => text.split("|").map((line) => line.trim()) },
};

type Environment = Record<string, string | undefined>;

/** The names of moved settings that the environment still has. */
export function movedSettings(source: Environment = process.env): string[] {
  return Object.keys(MOVED).filter((variable) => source[variable]?.trim());
}

/** Saves moved settings of the environment that no one has saved yet. Returns what to warn of, a sentence for each. */
export async function adoptMoved(source: Environment = process.env): Promise<string[]> {
  const variables = movedSettings(source);
  if (variables.length === 0) return [];
  return transaction(async (db) => {
    const saved = await site.lockSaved(db);
    const given = variables.flatMap((variable) => {
      const { name, read } = MOVED[variable] as (typeof MOVED)[string];
      const { success, data } = SiteSettings.shape[name].safeParse(read(source[variable] ?? ""));
      return success && !saved.includes(name) ? [[name, data] as const] : [];
    });
    const { after } = await site.change(db, { accountId: null }, Object.fromEntries(given) as SiteSettingsChange);
    return variables.map((variable) => {
      const name = (MOVED[variable] as (typeof MOVED)[string]).name;
      const value = JSON.stringify(after.settings[name]);
      return `${variable} is no longer read: ${name} in Admin > Settings replaces it and is ${value}. Remove ${variable}.`;
    });
  });
}
