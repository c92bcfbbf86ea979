import { endpoint } from "@/lib/interfaces/http/endpoint";
import { Report, ReportInput } from "@/lib/operator/safety/report-schemas";
import * as reports from "@/lib/operator/safety/reports";
import { SlugParams } from "@/lib/platform/core/fields";

export const POST = endpoint(
  {
    operationId: "reportSkill",
    access: "account",
    scope: "purchase",
    tag: "Marketplace",
    summary: "Report a skill to the administrators",
    description: "One open report an account and skill; at most 10 an hour.",
    params: SlugParams,
    body: ReportInput,
    result: Report,
    idempotent: true,
    limit: "report",
    errors: ["own_skill", "already_reported"],
  },
  ({ caller, params, body, claimed }) => reports.report(caller, params.slug, body, claimed),
);
