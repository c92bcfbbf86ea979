import * as promotions from "@/lib/demand/purchases/promotion-codes";
import { PromotionQuote, PromotionQuoteParams, PromotionQuoteQuery } from "@/lib/demand/purchases/promotion-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "quotePromotionCode",
    access: "account",
    tag: "Using skills",
    summary: "What a subscription costs with a promotion code",
    params: PromotionQuoteParams,
    query: PromotionQuoteQuery,
    result: PromotionQuote,
    isUncached: true,
    limit: "probe",
  },
  ({ caller, params, query }) => promotions.quote(params.slug, params.code, query.plan, caller.accountId),
);
