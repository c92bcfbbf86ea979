import { ReportQuery, TriagedReportList } from "@/lib/administration/report-schemas";
import * as reports from "@/lib/administration/reports";
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
