import { endpoint } from "@/lib/interfaces/http/endpoint";
import { DomainInput, PublisherDomain, PublisherDomainList } from "@/lib/supply/catalog/domain-schemas";
import * as domains from "@/lib/supply/catalog/domains";

export const GET = endpoint(
  {
    operationId: "listDomains",
    access: "account",
    tag: "Publishing",
    summary: "List your domains and how to verify them",
    result: PublisherDomainList,
  },
  ({ caller }) => domains.list(caller),
);

export const POST = endpoint(
  {
    operationId: "addDomain",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Add a domain to verify",
    body: DomainInput,
    result: PublisherDomain,
    limit: "probe",
  },
  ({ caller, body }) => domains.add(caller, body.domain),
);
