import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";
import { PurchaseChange } from "@/lib/purchases/schemas";
import * as purchases from "@/lib/purchases/service";
import { PurchaseView } from "@/lib/skills/schemas";

export const PATCH = endpoint(
  {
    operationId: "updatePurchase",
    access: "account",
    scope: "purchase",
    tag: "Money",
    summary: "Cancel or resume the renewal of a running purchase",
    params: IdParams,
    body: PurchaseChange,
    result: PurchaseView,
    errors: ["not_found", "confirmation_required"],
  },
  ({ caller, params, body }) => purchases.setAutoRenew(caller, params.id, body.auto_renew),
);
