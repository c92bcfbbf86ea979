import { SpanQuery } from "@/lib/demand/usage/schemas";
import * as usage from "@/lib/demand/usage/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { type CsvColumns, csvFile, inParts } from "@/lib/platform/core/csv";

type Row = Awaited<ReturnType<typeof usage.list>>["data"][number];
const COLUMNS: CsvColumns<Row> = [
  ["id", ({ id }) => id],
  ["time", ({ created_at }) => created_at.toISOString()],
  ["skill", ({ skill }) => skill],
  ["kind", ({ kind }) => kind],
  ["status", ({ status }) => status],
  ["error_code", ({ error_code }) => error_code],
  ["cost_credits", ({ cost }) => cost],
  ["units", ({ units }) => units?.map(({ name, quantity }) => `${name}=${quantity}`).join(", ") ?? null],
  ["free", ({ free }) => free],
  ["duration_ms", ({ duration_ms }) => duration_ms],
  ["key_prefix", ({ key_prefix }) => key_prefix],
];

export const GET = endpoint(
  {
    access: "account",
    tag: "Money",
    summary: "Calls and downloads as a file",
    query: SpanQuery,
    limit: "export",
    stream: { type: "text/csv", description: "The newest 10,000 calls of the range." },
  },
  ({ caller, query }) => csvFile("usage.csv", COLUMNS, inParts(usage.reader(caller, query))),
);
