import { AdminAccount } from "@/lib/administration/account-schemas";
import * as publishers from "@/lib/administration/publishers";
import { ReasonInput } from "@/lib/administration/schemas";
import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(
  {
    operationId: "adminVerifyPublisher",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Give a publisher the verified badge",
    params: IdParams,
    body: ReasonInput,
    result: AdminAccount,
    errors: ["own_account"],
  },
  ({ caller, params, body }) =>
    publishers.setVerified(caller, params.id, { isVerified: true, reason: body.reason }),
);
