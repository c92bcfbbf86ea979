import { endpoint } from "@/lib/http/endpoint";
import { AuditFilters } from "@/lib/review/audit/schemas";
import * as audit from "@/lib/review/audit/service";

export const GET = endpoint(
  {
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "The audit log as CSV, newest first, at most 100,000 lines",
    query: AuditFilters,
    stream: { type: "text/csv", description: "The lines that the filters leave." },
  },
  ({ query }) =>
    new Response(audit.exportCsv(query), {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": 'attachment; filename="audit-log.csv"',
        "Cache-Control": "no-store",
      },
    }),
);
