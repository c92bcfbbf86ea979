import { endpoint } from "@/lib/interfaces/http/endpoint";
import { DomainInput, PublisherDomain, PublisherDomainList } from "@/lib/supply/catalog/domain-schemas";
import * as domains from "@/lib/supply/catalog/domains";

export const GET = endpoint(
  {
    operationId: "listDomains",
    access: "account",
    tag: "Publishing",
    summary: "Your domains, and how to prove that they are yours",
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
    summary: "Begin the proof that a domain is yours",
    body: DomainInput,
    result: PublisherDomain,
    limit: "probe",
  },
  ({ caller, body }) => domains.add(caller, body.domain),
);
