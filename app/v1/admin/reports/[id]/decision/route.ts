import { ReportDecision, TriagedReport } from "@/lib/administration/report-schemas";
import * as reports from "@/lib/administration/reports";
import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";

export const POST = endpoint(
  {
    operationId: "adminDecideReport",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Decide a report: dismiss it, warn the developer, or suspend the skill",
    params: IdParams,
    body: ReportDecision,
    result: TriagedReport,
    errors: ["already_decided"],
  },
  ({ caller, params, body }) => reports.decide(caller, params.id, body),
);
