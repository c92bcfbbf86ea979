import { ReasonInput } from "@/lib/identity/accounts/admin-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as publishers from "@/lib/operator/directory/publishers";
import { AdminAccount } from "@/lib/operator/directory/schemas";
import { IdParams } from "@/lib/platform/core/fields";

export const POST = endpoint(
  {
    operationId: "adminUnverifyPublisher",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Remove a publisher's verified badge",
    params: IdParams,
    body: ReasonInput,
    result: AdminAccount,
    errors: ["own_account"],
  },
  ({ caller, params, body }) => publishers.setVerified(caller, params.id, { isVerified: false, reason: body.reason }),
);
