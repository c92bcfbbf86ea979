import { endpoint } from "@/lib/interfaces/http/endpoint";
import { documentSheet } from "@/lib/money/billing/document-sheets";
import * as documents from "@/lib/money/billing/documents";
import { pdfFile, pdfOf } from "@/lib/money/billing/pdf";
import { IdParams } from "@/lib/platform/core/fields";
import { logoPng } from "@/lib/supply/packages/images";

export const GET = endpoint(
  {
    operationId: "downloadDocument",
    access: "account",
    scope: "purchase",
    tag: "Money",
    summary: "Download a receipt or a credit note",
    params: IdParams,
    limit: "export",
    stream: { type: "application/pdf", description: "A PDF of one or more pages." },
    errors: ["too_many_in_flight"],
  },
  async ({ caller, params }) => {
    const paper = await documents.get(caller, params.id);
    return pdfFile(paper.view.number, await pdfOf([documentSheet(paper, await logoPng())], caller.accountId));
  },
);
