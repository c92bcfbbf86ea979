import { endpoint } from "@/lib/interfaces/http/endpoint";
import { type CsvColumns, csvFile, inParts } from "@/lib/platform/core/csv";
import * as audit from "@/lib/supply/review/audit";
import { AuditFilters } from "@/lib/supply/review/audit-schemas";

type Row = Awaited<ReturnType<typeof audit.list>>["data"][number];
const COLUMNS: CsvColumns<Row> = [
  ["time", ({ created_at }) => created_at.toISOString()],
  ["actor", ({ actor }) => actor?.email ?? "system"],
  ["action", ({ action }) => action],
  ["subject_type", ({ subject_type }) => subject_type],
  ["subject_id", ({ subject_id }) => subject_id],
  ["details", ({ details }) => JSON.stringify(details)],
  ["id", ({ id }) => id],
];

export const GET = endpoint(
  {
    operationId: "adminExportAuditEvents",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "The audit log as a file",
    query: AuditFilters,
    stream: { type: "text/csv", description: "The newest 10,000 lines that the filters leave." },
  },
  ({ query }) => csvFile("audit-log.csv", COLUMNS, inParts(audit.reader(query))),
);
