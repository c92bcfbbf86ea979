import { PurchaseChange } from "@/lib/demand/purchases/schemas";
import * as purchases from "@/lib/demand/purchases/service";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import { PurchaseView } from "@/lib/supply/skills/purchase-schemas";

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
    errors: ["confirmation_required"],
  },
  ({ caller, params, body }) => purchases.setAutoRenew(caller, params.id, body.auto_renew),
);
