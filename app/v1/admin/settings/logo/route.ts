import * as siteSettings from "@/lib/administration/site-settings";
import { endpoint } from "@/lib/http/endpoint";
import { SiteSettingsView } from "@/lib/site/schemas";

export const PUT = endpoint(
  {
    operationId: "adminPutLogo",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Set the logo: PNG, JPEG or WebP, at most 5 MB",
    description: "It becomes a square. PATCH /v1/admin/settings with `logo: null` removes it.",
    upload: "application/octet-stream",
    result: SiteSettingsView,
  },
  ({ caller, request }) => siteSettings.putLogo(caller, request),
);
