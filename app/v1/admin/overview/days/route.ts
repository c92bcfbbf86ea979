import { endpoint } from "@/lib/interfaces/http/endpoint";
import { OverviewPeriod } from "@/lib/operator/overview/schemas";
import { daysCsv } from "@/lib/operator/overview/service";

export const GET = endpoint(
  {
    operationId: "adminExportOverview",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Export the overview by day, with as many days before",
    query: OverviewPeriod,
    stream: { type: "text/csv", description: "One line a day; amounts in credits." },
  },
  ({ query }) => daysCsv(query),
);
