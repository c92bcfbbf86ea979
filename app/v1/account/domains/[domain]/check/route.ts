import { endpoint } from "@/lib/interfaces/http/endpoint";
import { DomainParams, PublisherDomain } from "@/lib/supply/catalog/domain-schemas";
import * as domains from "@/lib/supply/catalog/domains";

export const POST = endpoint(
  {
    operationId: "checkDomain",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Look for the proof of one of your domains now",
    description: "By its TXT record, or else its file. Afterwards it is looked for every week.",
    params: DomainParams,
    result: PublisherDomain,
    limit: "probe",
    errors: ["domain_unproven"],
  },
  ({ caller, params }) => domains.check(caller, params.domain),
);
