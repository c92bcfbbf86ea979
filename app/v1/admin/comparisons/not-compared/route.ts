import { NotComparedList, NotComparedQuery } from "@/lib/demand/execution/comparison-schemas";
import * as notCompared from "@/lib/demand/execution/not-compared";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "adminListNotCompared",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Skills on the marketplace whose responses are never compared with what was reviewed, and why",
    query: NotComparedQuery,
    result: NotComparedList,
  },
  ({ query }) => notCompared.list(query),
);
