import { endpoint } from "@/lib/interfaces/http/endpoint";
import { ReportDecision, TriagedReport } from "@/lib/operator/safety/report-schemas";
import * as reports from "@/lib/operator/safety/reports";
import { IdParams } from "@/lib/platform/core/fields";

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
