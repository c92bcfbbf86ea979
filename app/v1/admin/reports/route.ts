import { endpoint } from "@/lib/interfaces/http/endpoint";
import { ReportQuery, TriagedReportList } from "@/lib/operator/safety/report-schemas";
import * as reports from "@/lib/operator/safety/reports";

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
