import { overview } from "@/lib/administration/overview";
import { AdminOverview, OverviewPeriod } from "@/lib/administration/overview-schemas";
import { endpoint } from "@/lib/http/endpoint";

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
