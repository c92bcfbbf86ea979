import { ReportQuery, TriagedReportList } from "@/lib/administration/reports/schemas";
import * as reports from "@/lib/administration/reports/service";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(
  {
    operationId: "adminListReports",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Reports from users; open ones come oldest first",
    query: ReportQuery,
    result: TriagedReportList,
  },
  ({ query }) => reports.list(query),
);
