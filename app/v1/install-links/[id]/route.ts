import * as links from "@/lib/demand/distribution/install-links";
import { InstallLink } from "@/lib/demand/distribution/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const DELETE = endpoint(
  {
    operationId: "revokeInstallLink",
    access: "account",
    scope: "execute",
    tag: "Using skills",
    summary: "Revoke an install link",
    params: IdParams,
    result: InstallLink,
  },
  ({ caller, params }) => links.revoke(caller, params.id),
);
