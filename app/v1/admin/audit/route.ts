import { endpoint } from "@/lib/http/endpoint";
import { AuditLog, AuditQuery } from "@/lib/review/schemas";
import * as review from "@/lib/review/service";

export const GET = endpoint(
  {
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "The audit log, newest first",
    query: AuditQuery,
    result: AuditLog,
  },
  ({ query }) => review.listAudit(query),
);
