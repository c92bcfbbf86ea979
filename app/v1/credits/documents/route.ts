import { DocumentList, DocumentQuery } from "@/lib/documents/schemas";
import * as documents from "@/lib/documents/service";
import { endpoint } from "@/lib/http/endpoint";

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
