import { SynonymList } from "@/lib/administration/synonym-schemas";
import * as synonyms from "@/lib/administration/synonyms";
import { endpoint } from "@/lib/http/endpoint";

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
