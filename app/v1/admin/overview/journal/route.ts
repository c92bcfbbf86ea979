import { journal } from "@/lib/administration/overview";
import { JournalPeriod } from "@/lib/administration/overview-schemas";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(
  {
    operationId: "adminExportJournal",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "The ledger by day, account and kind of transaction, for accounting",
    query: JournalPeriod,
    stream: {
      type: "text/csv",
      description: "Date, account, kind, debit, credit, entries; amounts in credits.",
    },
  },
  ({ query }) => journal(query),
);
