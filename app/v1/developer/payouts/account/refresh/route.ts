import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as accounts from "@/lib/money/payouts/accounts";
import { PayoutAccountView } from "@/lib/money/payouts/schemas";

export const POST = endpoint(
  {
    operationId: "refreshPayoutAccount",
    access: "account",
    scope: "publish",
    tag: "Earnings",
    summary: "Ask the payment processor for the state of your payout account",
    description:
      "Reads the account from the processor, stores and returns it, for example after its form was filled in. `GET /v1/developer/payouts/account` returns what is stored.",
    result: PayoutAccountView,
    limit: "payoutRefresh",
    errors: ["processor_failed", "processor_timeout"],
  },
  ({ caller }) => accounts.refresh(caller),
);
