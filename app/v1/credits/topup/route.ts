import { endpoint } from "@/lib/interfaces/http/endpoint";
import { Checkout, PackList, TopupInput } from "@/lib/money/payments/schemas";
import * as payments from "@/lib/money/payments/service";

export const GET = endpoint(
  {
    operationId: "listPacks",
    access: "account",
    tag: "Money",
    summary: "List the credit packs",
    result: PackList,
  },
  async () => payments.listPacks(),
);

export const POST = endpoint(
  {
    operationId: "createTopup",
    access: "account",
    scope: "purchase",
    tag: "Money",
    summary: "Buy credits through the payment processor's hosted checkout",
    body: TopupInput,
    result: Checkout,
    idempotent: true,
    limit: "spend",
    errors: ["processor_failed", "processor_timeout"],
  },
  ({ caller, body, claimed }) => payments.checkout(caller, body, claimed?.key ?? null),
);
