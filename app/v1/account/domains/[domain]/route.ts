import { endpoint } from "@/lib/interfaces/http/endpoint";
import { DomainParams, PublisherDomain } from "@/lib/supply/catalog/domain-schemas";
import * as domains from "@/lib/supply/catalog/domains";

export const DELETE = endpoint(
  {
    operationId: "removeDomain",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Remove one of your domains",
    params: DomainParams,
    result: PublisherDomain,
  },
  ({ caller, params }) => domains.remove(caller, params.domain),
);
