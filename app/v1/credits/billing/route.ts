import { endpoint } from "@/lib/interfaces/http/endpoint";
import { BillingChange, BillingDetails } from "@/lib/money/billing/schemas";
import * as billing from "@/lib/money/billing/service";

export const GET = endpoint(
  {
    operationId: "getBillingDetails",
    access: "account",
    scope: "purchase",
    tag: "Money",
    summary: "Who your receipts and statements are issued to",
    result: BillingDetails,
  },
  ({ caller }) => billing.details(caller),
);

export const PATCH = endpoint(
  {
    operationId: "updateBillingDetails",
    access: "account",
    scope: "purchase",
    tag: "Money",
    summary: "Change who your receipts and statements are issued to",
    description:
      "Applies to what is issued from now on; receipts keep the party they were issued to. Only for a signed-in user; API keys can't.",
    body: BillingChange,
    result: BillingDetails,
    errors: ["session_required"],
  },
  ({ caller, body }) => billing.change(caller, body),
);
