import { endpoint } from "@/lib/interfaces/http/endpoint";
import { JournalPeriod } from "@/lib/operator/overview/schemas";
import { journal } from "@/lib/operator/overview/service";

export const GET = endpoint(
  {
    operationId: "adminExportJournal",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Export the ledger by day, account and transaction kind, for accounting",
    query: JournalPeriod,
    stream: {
      type: "text/csv",
      description: "Date, account, kind, debit, credit, entries; amounts in credits.",
    },
  },
  ({ query }) => journal(query),
);
