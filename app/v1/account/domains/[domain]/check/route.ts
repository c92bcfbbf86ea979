import { endpoint } from "@/lib/interfaces/http/endpoint";
import { DomainParams, PublisherDomain } from "@/lib/supply/catalog/domain-schemas";
import * as domains from "@/lib/supply/catalog/domains";

export const POST = endpoint(
  {
    operationId: "checkDomain",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Verify one of your domains now",
    description: "Looks for its TXT record, then its file. A verified domain is checked again every week.",
    params: DomainParams,
    result: PublisherDomain,
    limit: "probe",
    errors: ["domain_unverified"],
  },
  ({ caller, params }) => domains.check(caller, params.domain),
);
