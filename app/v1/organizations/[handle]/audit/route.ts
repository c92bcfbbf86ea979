import * as audit from "@/lib/identity/organizations/audit";
import { OrganizationAuditLog, OrganizationAuditQuery } from "@/lib/identity/organizations/audit-schemas";
import { OrganizationParams } from "@/lib/identity/organizations/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "listOrganizationAudit",
    access: "account",
    isOfOrganization: true,
    tag: "Organizations",
    summary: "An organization's audit log, newest first",
    params: OrganizationParams,
    query: OrganizationAuditQuery,
    result: OrganizationAuditLog,
  },
  ({ caller, query }) => audit.list(caller, query),
);
