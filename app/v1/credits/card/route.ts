import { endpoint } from "@/lib/interfaces/http/endpoint";
import { CardSetup, CreditSettings } from "@/lib/money/payments/card-schemas";
import * as setup from "@/lib/money/payments/card-setup";
import * as cards from "@/lib/money/payments/cards";

export const POST = endpoint(
  {
    operationId: "setUpCard",
    access: "account",
    scope: "purchase",
    tag: "Money",
    summary: "Start saving a card on the payment processor's page",
    result: CardSetup,
    limit: "spend",
    errors: ["session_required", "processor_failed", "processor_timeout"],
  },
  ({ caller }) => setup.start(caller),
);

export const DELETE = endpoint(
  {
    operationId: "removeCard",
    access: "account",
    scope: "purchase",
    tag: "Money",
    summary: "Forget the saved card and turn the automatic top-up off",
    result: CreditSettings,
    errors: ["processor_failed", "processor_timeout"],
  },
  ({ caller }) => cards.remove(caller),
);
