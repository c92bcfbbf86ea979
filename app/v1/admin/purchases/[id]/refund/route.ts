import { RefundInput, RefundResult } from "@/lib/demand/purchases/refund-schemas";
import * as refunds from "@/lib/demand/purchases/refunds";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const POST = endpoint(
  {
    operationId: "adminRefundPurchase",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Refund a purchase and end it",
    description:
      "The buyer's wallet is credited immediately, in proportion from the developer's earnings and the marketplace's fee.",
    params: IdParams,
    body: RefundInput,
    result: RefundResult,
    idempotent: true,
    errors: ["already_refunded", "nothing_to_refund"],
  },
  ({ caller, params, body, claimed }) => refunds.refund(caller, params.id, body, claimed),
);
