import { endpoint } from "@/lib/http/endpoint";
import * as audit from "@/lib/review/audit";
import { AuditLog, AuditQuery } from "@/lib/review/audit-schemas";

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
