import { AdminAccount } from "@/lib/administration/account-schemas";
import * as publishers from "@/lib/administration/publishers";
import { ReasonInput } from "@/lib/administration/schemas";
import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";

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
  ({ caller, params, body }) =>
    publishers.setVerified(caller, params.id, { isVerified: false, reason: body.reason }),
);
