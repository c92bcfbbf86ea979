import { z } from "zod";
import { receiptSheet } from "@/lib/demand/purchases/receipt-sheet";
import * as receipts from "@/lib/demand/purchases/receipts";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { pdfFile, pdfOf } from "@/lib/money/billing/pdf";
import { IdParams } from "@/lib/platform/core/fields";
import { logoPng } from "@/lib/supply/packages/images";

export const GET = endpoint(
  {
    access: "account",
    tag: "Money",
    summary: "Download the receipt of a purchase, or of one of its charges",
    params: IdParams,
    query: z.object({ charge: z.uuid().optional() }),
    limit: "export",
    stream: { type: "application/pdf", description: "A PDF of one or more pages." },
    errors: ["not_found", "too_many_in_flight"],
  },
  async ({ caller, params, query }) => {
    const receipt = await receipts.get(caller, params.id, query.charge);
    const pdf = await pdfOf([receiptSheet(receipt, await logoPng())], caller.accountId);
    return pdfFile(`receipt-${query.charge ?? params.id}`, pdf);
  },
);
