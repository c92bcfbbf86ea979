import { OwnReportQuery, ReportList } from "@/lib/administration/report-schemas";
import * as reports from "@/lib/administration/reports";
import { endpoint } from "@/lib/http/endpoint";

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
