import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import { ApprovedRevision } from "@/lib/publishing/schemas";
import * as publishing from "@/lib/publishing/service";

export const GET = endpoint(
  {
    operationId: "getApprovedRevision",
    access: "account",
    tag: "Publishing",
    summary: "The approved revision of one of your skills, to compare an edit with",
    params: IdParams,
    result: ApprovedRevision,
    errors: ["not_found"],
  },
  ({ caller, params }) => publishing.getApproved(caller, params.id),
);
