import { endpoint } from "@/lib/interfaces/http/endpoint";
import { CardRefundInput, CardRefundList, CardRefundQuery } from "@/lib/money/payments/card-refund-schemas";
import * as refunds from "@/lib/money/payments/card-refunds";

export const GET = endpoint(
  {
    operationId: "listCardRefunds",
    access: "account",
    tag: "Money",
    summary: "List the refunds of unspent credits to the card",
    query: CardRefundQuery,
    result: CardRefundList,
  },
  ({ caller, query }) => refunds.list(caller, query),
);

export const POST = endpoint(
  {
    operationId: "createCardRefund",
    access: "account",
    scope: "purchase",
    tag: "Money",
    summary: "Refund unspent credits to the card that paid for them",
    description:
      "Returns them newest payment first, one refund for each payment, with their share of the tax. The balance falls immediately. If the processor rejects a refund, its credits return. Requires a signed-in user and their password.",
    body: CardRefundInput,
    result: CardRefundList,
    idempotent: true,
    limit: "spend",
    errors: ["session_required", "wrong_password", "sign_in_again", "nothing_unspent"],
  },
  ({ caller, body, claimed }) => refunds.create(caller, body, claimed),
);
