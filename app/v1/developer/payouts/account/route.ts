import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as accounts from "@/lib/money/payouts/accounts";
import { ConnectInput, ConnectLink, PayoutAccountChange, PayoutAccountView } from "@/lib/money/payouts/schemas";

export const GET = endpoint(
  {
    operationId: "getPayoutAccount",
    access: "account",
    tag: "Earnings",
    summary: "Where your payouts go, and whether they can",
    result: PayoutAccountView,
  },
  ({ caller }) => accounts.get(caller),
);

export const POST = endpoint(
  {
    operationId: "connectPayoutAccount",
    access: "account",
    scope: "publish",
    tag: "Earnings",
    summary: "Connect an account for payouts, on the payment processor's own pages",
    description:
      "Returns the URL of the processor's form; call it again if the form is unfinished. Only for a signed-in user: a key can't decide where money goes.",
    body: ConnectInput,
    result: ConnectLink,
    limit: "spend",
    errors: ["session_required", "processor_failed", "processor_timeout"],
  },
  ({ caller, body }) => accounts.connect(caller, body),
);

export const PATCH = endpoint(
  {
    operationId: "updatePayoutAccount",
    access: "account",
    scope: "publish",
    tag: "Earnings",
    summary: "Turn the monthly payout on or off",
    body: PayoutAccountChange,
    result: PayoutAccountView,
  },
  ({ caller, body }) => accounts.setMonthly(caller, body.monthly),
);
