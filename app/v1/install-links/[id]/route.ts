import { IdParams } from "@/lib/core/fields";
import * as links from "@/lib/distribution/install-links";
import { InstallLink } from "@/lib/distribution/schemas";
import { endpoint } from "@/lib/http/endpoint";

export const DELETE = endpoint(
  {
    operationId: "revokeInstallLink",
    access: "account",
    scope: "execute",
    tag: "Using skills",
    summary: "Revoke an install link",
    params: IdParams,
    result: InstallLink,
    errors: ["not_found"],
  },
  ({ caller, params }) => links.revoke(caller, params.id),
);
