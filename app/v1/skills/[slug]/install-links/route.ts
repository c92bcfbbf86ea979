import { SlugParams } from "@/lib/core/fields";
import * as links from "@/lib/distribution/install-links";
import { NewInstallLink } from "@/lib/distribution/schemas";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(
  {
    operationId: "createInstallLink",
    access: "account",
    scope: "execute",
    tag: "Using skills",
    summary: "Make a link that installs the package of a skill into an agent",
    description:
      "For packages that you have: bought, your own, or free. The link works for an hour, also for whoever gets hold of it; revoke it when it is used.",
    params: SlugParams,
    result: NewInstallLink,
    errors: ["not_found", "not_downloadable", "purchase_required", "rate_limited"],
  },
  ({ caller, params }) => links.create(caller, params.slug),
);
