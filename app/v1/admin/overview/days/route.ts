import { daysCsv } from "@/lib/administration/overview";
import { OverviewPeriod } from "@/lib/administration/overview-schemas";
import { endpoint } from "@/lib/http/endpoint";

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
