import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as audit from "@/lib/supply/review/audit";
import { AuditLog, AuditQuery } from "@/lib/supply/review/audit-schemas";

export const GET = endpoint(
  {
    operationId: "adminListAuditEvents",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "The audit log, newest first",
    query: AuditQuery,
    result: AuditLog,
  },
  ({ query }) => audit.list(query),
);
