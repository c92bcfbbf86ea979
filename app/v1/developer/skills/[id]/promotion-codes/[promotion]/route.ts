import * as promotions from "@/lib/demand/purchases/promotion-codes";
import { Promotion, PromotionParams } from "@/lib/demand/purchases/promotion-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const DELETE = endpoint(
  {
    operationId: "endPromotionCode",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "End a promotion code; purchases made with it keep their price",
    params: PromotionParams,
    result: Promotion,
  },
  ({ caller, params }) => promotions.end(caller, params.id, params.promotion),
);
