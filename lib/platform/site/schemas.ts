import { z } from "zod";
import { Time } from "@/lib/platform/core/fields";
import { SETTINGS, SITE_SETTINGS } from "@/lib/platform/site/setting-schemas";

type Fields = { [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]["schema"] };
const FIELDS = Object.fromEntries(SITE_SETTINGS.map((name) => [name, SETTINGS[name].schema])) as Fields;

export const SiteSettings = z.object(FIELDS).meta({ id: "SiteSettings" });
export type SiteSettings = z.output<typeof SiteSettings>;
/** What applies until an administrator changes it. */
export const DEFAULTS = Object.fromEntries(SITE_SETTINGS.map((name) => [name, SETTINGS[name].initial])) as SiteSettings;

const removable = (path: string) =>
  z.null().meta({ description: `null removes it; PUT ${path} sets one.`, example: null });

export const SiteSettingsChange = z
  .strictObject({
    ...FIELDS,
    logo: removable("/v1/admin/settings/logo"),
    landing_picture: removable("/v1/admin/settings/landing-picture"),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, { error: "name at least one setting to change" })
  .meta({ id: "SiteSettingsChange", example: { announcement: "Maintenance on Sunday." } });
export type SiteSettingsChange = z.output<typeof SiteSettingsChange>;
/** Settings that are images, which a change can only remove. */
export type SiteImage = "logo" | "landing_picture";
/** A change with the images that uploads set. */
export type SiteSettingsWrite = Omit<SiteSettingsChange, SiteImage> & {
  [Name in SiteImage]?: string | null | undefined;
};

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
