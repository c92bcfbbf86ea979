import * as siteSettings from "@/lib/administration/site-settings";
import { MAX_JSON_BYTES } from "@/lib/http/body";
import { endpoint } from "@/lib/http/endpoint";
import { SiteSettingsChange, SiteSettingsView } from "@/lib/site/schemas";
import * as site from "@/lib/site/service";

export const GET = endpoint(
  {
    operationId: "adminGetSettings",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "The marketplace's settings that are stored in the database",
    result: SiteSettingsView,
  },
  () => site.current(),
);

export const PATCH = endpoint(
  {
    operationId: "adminChangeSettings",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Change settings of the marketplace; those that are not named stay",
    body: SiteSettingsChange,
    maxBodyBytes: MAX_JSON_BYTES,
    result: SiteSettingsView,
  },
  ({ caller, body }) => siteSettings.change(caller, body),
);
