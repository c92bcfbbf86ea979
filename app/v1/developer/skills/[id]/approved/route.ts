import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import { ApprovedRevision } from "@/lib/supply/publishing/schemas";
import * as publishing from "@/lib/supply/publishing/service";

export const GET = endpoint(
  {
    operationId: "getApprovedRevision",
    access: "account",
    tag: "Publishing",
    summary: "The approved revision of one of your skills, to compare an edit with",
    params: IdParams,
    result: ApprovedRevision,
  },
  ({ caller, params }) => publishing.getApproved(caller, params.id),
);
