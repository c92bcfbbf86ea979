import * as spending from "@/lib/demand/usage/spending";
import { SpendingQuery } from "@/lib/demand/usage/spending-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { type CsvColumns, csvFile } from "@/lib/platform/core/csv";

type Row = Awaited<ReturnType<typeof spending.spending>>["data"][number];
const COLUMNS: CsvColumns<Row> = [
  ["subject", ({ subject }) => subject],
  ["name", ({ name }) => name],
  ["spent_credits", ({ spent }) => spent],
];

export const GET = endpoint(
  {
    access: "account",
    tag: "Money",
    summary: "Spending by skill, key, member or day as a file",
    query: SpendingQuery,
    limit: "export",
    stream: { type: "text/csv", description: "Spending as the page shows it." },
  },
  async ({ caller, query }) => {
    const { data } = await spending.spending(caller, query);
    return csvFile(`spending-by-${query.by}.csv`, COLUMNS, [data]);
  },
);
