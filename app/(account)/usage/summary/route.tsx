import { SummaryQuery } from "@/lib/demand/usage/schemas";
import * as usage from "@/lib/demand/usage/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { type CsvColumns, csvFile } from "@/lib/platform/core/csv";

type Row = Awaited<ReturnType<typeof usage.summarise>>["data"][number];
const COLUMNS: CsvColumns<Row> = [
  ["period_utc", ({ date }) => date],
  ["skill", ({ skill }) => skill],
  ["calls", ({ calls }) => calls],
  ["failed", ({ failed }) => failed],
  ["cost_credits", ({ cost }) => cost],
];

export const GET = endpoint(
  {
    access: "account",
    tag: "Money",
    summary: "Calls by period and skill as a file",
    query: SummaryQuery,
    stream: { type: "text/csv", description: "Usage by period and skill, as the chart shows it." },
  },
  async ({ caller, query }) => {
    const { data } = await usage.summarise(caller, query);
    return csvFile("usage-summary.csv", COLUMNS, [data]);
  },
);
