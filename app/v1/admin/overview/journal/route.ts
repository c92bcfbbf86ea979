import { journal } from "@/lib/administration/overview";
import { JournalPeriod } from "@/lib/administration/overview-schemas";
import { endpoint } from "@/lib/http/endpoint";

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
