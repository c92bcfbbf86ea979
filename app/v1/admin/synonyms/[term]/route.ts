import { endpoint } from "@/lib/interfaces/http/endpoint";
import { Synonym, SynonymInput, SynonymParams } from "@/lib/supply/catalog/synonym-schemas";
import * as synonyms from "@/lib/supply/catalog/synonyms";

export const PUT = endpoint(
  {
    operationId: "adminPutSynonym",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Create or replace a search synonym",
    params: SynonymParams,
    body: SynonymInput,
    result: Synonym,
  },
  ({ caller, params, body }) => synonyms.put(caller, params.term, body.meanings),
);

export const DELETE = endpoint(
  {
    operationId: "adminDeleteSynonym",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Delete a search synonym",
    params: SynonymParams,
    result: Synonym,
  },
  ({ caller, params }) => synonyms.remove(caller, params.term),
);
