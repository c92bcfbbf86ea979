import * as promotions from "@/lib/demand/purchases/promotion-codes";
import { Promotion, PromotionInput, PromotionList, PromotionsQuery } from "@/lib/demand/purchases/promotion-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const GET = endpoint(
  {
    operationId: "listPromotionCodes",
    access: "account",
    tag: "Publishing",
    summary: "The promotion codes of one of your skills, newest first",
    params: IdParams,
    query: PromotionsQuery,
    result: PromotionList,
  },
  ({ caller, params, query }) => promotions.list(caller, params.id, query),
);

export const POST = endpoint(
  {
    operationId: "createPromotionCode",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Make a promotion code: percent or credits off, with a limit of uses and an end",
    description:
      "Buyers who use it pay the lower price for as long as the purchase renews. The fee is based on what they pay. Skills that are paid per call take no codes: give free calls instead.",
    params: IdParams,
    body: PromotionInput,
    result: Promotion,
    limit: "probe",
  },
  ({ caller, params, body }) => promotions.create(caller, params.id, body),
);
