import { AdminPurchaseDetail } from "@/lib/administration/purchase-schemas";
import * as sales from "@/lib/administration/purchases";
import { IdParams } from "@/lib/core/fields";
import { endpoint } from "@/lib/http/endpoint";

export const GET = endpoint(
  {
    operationId: "adminGetPurchase",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "One purchase with what each kind of refund would move now",
    params: IdParams,
    result: AdminPurchaseDetail,
  },
  ({ params }) => sales.get(params.id),
);
