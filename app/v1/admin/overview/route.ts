import { endpoint } from "@/lib/interfaces/http/endpoint";
import { AdminOverview, OverviewPeriod } from "@/lib/operator/overview/schemas";
import { overview } from "@/lib/operator/overview/service";

export const GET = endpoint(
  {
    operationId: "adminGetOverview",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Revenue, users and skills by day, compared with the previous period",
    query: OverviewPeriod,
    result: AdminOverview,
  },
  ({ query }) => overview(query),
);
