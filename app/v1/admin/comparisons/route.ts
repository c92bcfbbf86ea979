import { ComparisonList, ComparisonQuery } from "@/lib/demand/execution/comparison-schemas";
import * as comparisons from "@/lib/demand/execution/comparisons";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "adminListComparisons",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Calls of approved skills whose responses were compared with what was reviewed, newest first",
    query: ComparisonQuery,
    result: ComparisonList,
  },
  ({ query }) => comparisons.list(query),
);
