import { endpoint } from "@/lib/interfaces/http/endpoint";
import { SynonymList } from "@/lib/supply/catalog/synonym-schemas";
import * as synonyms from "@/lib/supply/catalog/synonyms";

export const GET = endpoint(
  {
    operationId: "adminListSynonyms",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "List search synonyms",
    result: SynonymList,
  },
  () => synonyms.list(),
);
