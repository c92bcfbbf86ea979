import * as audit from "@/lib/identity/organizations/audit";
import { type OrganizationAuditEvent, OrganizationAuditFilters } from "@/lib/identity/organizations/audit-schemas";
import { OrganizationParams } from "@/lib/identity/organizations/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { type CsvColumns, csvFile, inParts } from "@/lib/platform/core/csv";

const COLUMNS: CsvColumns<OrganizationAuditEvent> = [
  ["time", ({ created_at }) => created_at.toISOString()],
  ["actor", ({ actor }) => actor?.name ?? "system"],
  ["actor_id", ({ actor }) => actor?.id ?? null],
  ["action", ({ action }) => action],
  ["subject_type", ({ subject_type }) => subject_type],
  ["subject_id", ({ subject_id }) => subject_id],
  ["details", ({ details }) => JSON.stringify(details)],
  ["id", ({ id }) => id],
];

export const GET = endpoint(
  {
    operationId: "exportOrganizationAudit",
    access: "account",
    isOfOrganization: true,
    tag: "Organizations",
    summary: "An organization's audit log as a file",
    params: OrganizationParams,
    query: OrganizationAuditFilters,
    stream: { type: "text/csv", description: "The newest 10,000 lines." },
  },
  ({ caller, query }) => csvFile("audit-log.csv", COLUMNS, inParts(audit.reader(caller, query))),
);
