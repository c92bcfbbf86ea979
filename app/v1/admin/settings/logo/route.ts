import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as siteSettings from "@/lib/operator/settings/service";
import { SiteSettingsView } from "@/lib/platform/site/schemas";

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
    errors: ["too_many_in_flight"],
  },
  ({ caller, request }) => siteSettings.putImage(caller, "logo", request),
);
