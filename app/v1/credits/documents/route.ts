import { endpoint } from "@/lib/interfaces/http/endpoint";
import { DocumentList, DocumentQuery } from "@/lib/money/billing/document-schemas";
import * as documents from "@/lib/money/billing/documents";

export const GET = endpoint(
  {
    operationId: "listDocuments",
    access: "account",
    tag: "Money",
    summary: "Your receipts and credit notes, newest first",
    query: DocumentQuery,
    result: DocumentList,
  },
  ({ caller, query }) => documents.list(caller, query),
);
