import { endpoint } from "@/lib/interfaces/http/endpoint";
import { Refundable } from "@/lib/money/payments/card-refund-schemas";
import * as refunds from "@/lib/money/payments/card-refunds";

export const GET = endpoint(
  {
    operationId: "getRefundable",
    access: "account",
    tag: "Money",
    summary: "How much of the balance can go back to the card",
    result: Refundable,
  },
  ({ caller }) => refunds.refundable(caller),
);
