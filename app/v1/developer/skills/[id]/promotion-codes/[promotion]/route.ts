import { endpoint } from "@/lib/http/endpoint";
import * as promotions from "@/lib/purchases/promotion-codes";
import { Promotion, PromotionParams } from "@/lib/purchases/promotion-schemas";

export const DELETE = endpoint(
  {
    operationId: "endPromotionCode",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "End a promotion code; purchases made with it keep their price",
    params: PromotionParams,
    result: Promotion,
    errors: ["not_found"],
  },
  ({ caller, params }) => promotions.end(caller, params.id, params.promotion),
);
