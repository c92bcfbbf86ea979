import { z } from "zod";
import { Time } from "@/lib/platform/core/fields";
import { SETTINGS, SITE_SETTINGS } from "@/lib/platform/site/setting-schemas";

type Fields = { [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]["schema"] };
const FIELDS = Object.fromEntries(SITE_SETTINGS.map((name) => [name, SETTINGS[name].schema])) as Fields;

export const SiteSettings = z.object(FIELDS).meta({ id: "SiteSettings" });
export type SiteSettings = z.output<typeof SiteSettings>;
/** What applies until an administrator changes it. */
export const DEFAULTS = Object.fromEntries(SITE_SETTINGS.map((name) => [name, SETTINGS[name].initial])) as SiteSettings;

export const SiteSettingsChange = z
  .strictObject({
    ...FIELDS,
    logo: z.null().meta({
      description: "null removes it; PUT /v1/admin/settings/logo sets one.",
      example: null,
    }),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, { error: "name at least one setting to change" })
  .meta({ id: "SiteSettingsChange", example: { announcement: "Maintenance on Sunday." } });
export type SiteSettingsChange = z.output<typeof SiteSettingsChange>;

export const SiteSettingsView = z
  .object({
    settings: SiteSettings,
    overridden: z.array(z.string()).meta({
      description: "Deprecated and always empty: the environment sets none of these.",
      example: [],
    }),
    terms_version: z.number().int().meta({
      description: "Grows with every change of terms or privacy; recorded at registration.",
      example: 1,
    }),
    updated_at: Time.nullable().meta({ description: "Null before the first change." }),
  })
  .meta({ id: "SiteSettingsView" });
export type SiteSettingsView = z.input<typeof SiteSettingsView>;
