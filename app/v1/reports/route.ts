import { endpoint } from "@/lib/interfaces/http/endpoint";
import { OwnReportQuery, ReportList } from "@/lib/operator/safety/report-schemas";
import * as reports from "@/lib/operator/safety/reports";

export const GET = endpoint(
  {
    operationId: "listReports",
    access: "account",
    tag: "Marketplace",
    summary: "Your reports, newest first, and what became of them",
    query: OwnReportQuery,
    result: ReportList,
  },
  ({ caller, query }) => reports.listOwn(caller, query),
);
