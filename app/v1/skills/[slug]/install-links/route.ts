import * as links from "@/lib/demand/distribution/install-links";
import { NewInstallLink } from "@/lib/demand/distribution/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { SlugParams } from "@/lib/platform/core/fields";

export const POST = endpoint(
  {
    operationId: "createInstallLink",
    access: "account",
    scope: "execute",
    tag: "Using skills",
    summary: "Create a link that installs a skill's package into an agent",
    description:
      "For packages that you bought, published or can get for free. The link works for an hour, and for ten minutes once it is used, for anyone who has it; revoke it after use.",
    params: SlugParams,
    result: NewInstallLink,
    errors: ["version_yanked", "download_paused", "not_downloadable", "purchase_required", "skill_not_allowed"],
  },
  ({ caller, params }) => links.create(caller, params.slug),
);
