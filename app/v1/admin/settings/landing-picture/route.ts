import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as siteSettings from "@/lib/operator/settings/service";
import { SiteSettingsView } from "@/lib/platform/site/schemas";

export const PUT = endpoint(
  {
    operationId: "adminPutLandingPicture",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Set the picture of the landing page: PNG, JPEG or WebP, at most 5 MB",
    description:
      "It replaces the pictures above the steps. PATCH /v1/admin/settings with `landing_picture: null` removes it.",
    upload: "application/octet-stream",
    result: SiteSettingsView,
    errors: ["too_many_in_flight"],
  },
  ({ caller, request }) => siteSettings.putImage(caller, "landing_picture", request),
);
