import * as sales from "@/lib/demand/purchases/admin";
import { AdminPurchaseDetail } from "@/lib/demand/purchases/admin-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

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
