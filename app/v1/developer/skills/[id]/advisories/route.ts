import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import { Advisory, AdvisoryInput, AdvisoryList } from "@/lib/supply/advisories/schemas";
import * as advisories from "@/lib/supply/advisories/service";

export const GET = endpoint(
  {
    operationId: "listAdvisories",
    access: "account",
    tag: "Publishing",
    summary: "The advisories of one of your skills, newest first",
    params: IdParams,
    result: AdvisoryList,
  },
  ({ caller, params }) => advisories.list(caller, params.id, "seller"),
);

export const POST = endpoint(
  {
    operationId: "publishAdvisory",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Publish a security advisory about versions of one of your skills",
    description:
      "Everyone who bought or downloaded it, or called it in the last 90 days, is warned. It is in /advisories.json within 60 seconds.",
    params: IdParams,
    body: AdvisoryInput,
    result: Advisory,
    limit: "advise",
    idempotent: true,
    errors: ["not_approved"],
  },
  ({ caller, params, body, claimed }) => advisories.publish(caller, { id: params.id, role: "seller", claimed }, body),
);
