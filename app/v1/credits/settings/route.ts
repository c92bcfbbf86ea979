import { endpoint } from "@/lib/interfaces/http/endpoint";
import { CreditSettings, CreditSettingsInput } from "@/lib/money/payments/card-schemas";
import * as cards from "@/lib/money/payments/cards";

export const GET = endpoint(
  {
    operationId: "getCreditSettings",
    access: "account",
    tag: "Money",
    summary: "Your low-balance notice, automatic top-up and saved card",
    result: CreditSettings,
  },
  ({ caller }) => cards.settings(caller),
);

export const PATCH = endpoint(
  {
    operationId: "updateCreditSettings",
    access: "account",
    scope: "purchase",
    tag: "Money",
    summary: "Change the low-balance notice, the automatic top-up and what needs approval",
    description:
      "A key may change the notice and turn the automatic top-up off; to turn it on, to change its amounts or `ask_above`, sign in.",
    body: CreditSettingsInput,
    result: CreditSettings,
    errors: ["card_required", "session_required"],
  },
  ({ caller, body }) => cards.update(caller, body),
);
