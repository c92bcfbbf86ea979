import { endpoint } from "@/lib/interfaces/http/endpoint";
import { documentPdf } from "@/lib/money/payments/document-pdf";
import * as documents from "@/lib/money/payments/documents";
import { IdParams } from "@/lib/platform/core/fields";

export const GET = endpoint(
  {
    operationId: "downloadDocument",
    access: "account",
    tag: "Money",
    summary: "Download a receipt or a credit note",
    params: IdParams,
    limit: "export",
    stream: { type: "application/pdf", description: "A PDF of one or more pages." },
    errors: ["not_found"],
  },
  async ({ caller, params }) => {
    const paper = await documents.get(caller, params.id);
    return new Response(documentPdf(paper), {
      headers: {
        "content-type": "application/pdf",
        "content-disposition": `attachment; filename="${paper.view.number}.pdf"`,
        "cache-control": "no-store",
      },
    });
  },
);
