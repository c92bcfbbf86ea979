import { MAX_JSON_BYTES } from "@/lib/interfaces/http/body";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as siteSettings from "@/lib/operator/settings/service";
import { SiteSettingsChange, SiteSettingsView } from "@/lib/platform/site/schemas";
import * as site from "@/lib/platform/site/service";

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
