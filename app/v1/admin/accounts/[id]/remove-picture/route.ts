import { ReasonInput } from "@/lib/identity/accounts/admin-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as publishers from "@/lib/operator/directory/publishers";
import { AdminAccount } from "@/lib/operator/directory/schemas";
import { IdParams } from "@/lib/platform/core/fields";

export const POST = endpoint(
  {
    operationId: "adminRemovePublisherPicture",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Remove a publisher's picture",
    params: IdParams,
    body: ReasonInput,
    result: AdminAccount,
  },
  ({ caller, params, body }) => publishers.removePicture(caller, params.id, body.reason),
);
