import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import { Advisory, AdvisoryInput, AdvisoryList } from "@/lib/supply/advisories/schemas";
import * as advisories from "@/lib/supply/advisories/service";

export const GET = endpoint(
  {
    operationId: "adminListAdvisories",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "The advisories of any skill, newest first",
    params: IdParams,
    result: AdvisoryList,
  },
  ({ caller, params }) => advisories.list(caller, params.id, "marketplace"),
);

export const POST = endpoint(
  {
    operationId: "adminPublishAdvisory",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Publish a security advisory about versions of any skill",
    description:
      "Everyone who bought or downloaded it, or called it in the last 90 days, is warned. It is in /advisories.json within 60 seconds.",
    params: IdParams,
    body: AdvisoryInput,
    result: Advisory,
    idempotent: true,
    errors: ["not_approved"],
  },
  ({ caller, params, body, claimed }) =>
    advisories.publish(caller, { id: params.id, role: "marketplace", claimed }, body),
);
