import { endpoint } from "@/lib/interfaces/http/endpoint";
import { OrderView } from "@/lib/money/payments/schemas";
import * as payments from "@/lib/money/payments/service";
import { IdParams } from "@/lib/platform/core/fields";

export const DELETE = endpoint(
  {
    operationId: "cancelOrder",
    access: "account",
    scope: "purchase",
    tag: "Money",
    summary: "Cancel an unpaid top-up",
    description:
      "Ends its checkout, so that it can't be paid any more. One that is paid or over is returned unchanged.",
    params: IdParams,
    result: OrderView,
    errors: ["processor_failed", "processor_timeout"],
  },
  ({ caller, params }) => payments.cancelOrder(caller, params.id),
);
