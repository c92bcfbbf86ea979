/** Codes of developers that lower the price of a subscription for all terms of those who buy with it. */
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { admit, ownSkill } from "@/tests/year/model/callers";
import type { Market, Ref } from "@/tests/year/model/market";

const MAX_CODES = 200;

/** Makes a code for a subscription; each code of a skill is made once. */
export function createPromotion(
  market: Market,
  op: {
    by: Ref;
    skill: Ref;
    as: Ref;
    code: string;
    percent: number | null;
    amount: string | null;
    maxUses: number | null;
  },
  { at }: Moment,
): Body {
  const skill = ownSkill(market, admit(market, op.by, { scope: "publish" }, at), op.skill);
  if (skill.terms.pricing !== "subscription") refuse("invalid_request");
  const codes = [...market.promotions.values()].filter((each) => each.skill === skill.ref);
  if (codes.length >= MAX_CODES || codes.some(({ code }) => code === op.code)) refuse("invalid_request");
  market.promotions.set(op.as, {
    ref: op.as,
    skill: skill.ref,
    code: op.code,
    percent: op.percent === null ? null : BigInt(op.percent),
    amount: op.amount === null ? null : BigInt(op.amount),
    maxUses: op.maxUses,
    uses: 0,
    endedAt: null,
  });
  return { code: op.code, uses: 0, state: "active" };
}

/** Ends a code. Purchases that were made with it keep their price. */
export function endPromotion(market: Market, op: { by: Ref; promotion: Ref; skill: Ref }, { at }: Moment): Body {
  const caller = admit(market, op.by, { scope: "publish" }, at);
  const skill = ownSkill(market, caller, op.skill);
  const promotion = market.promotions.get(op.promotion);
  if (!promotion || promotion.skill !== skill.ref) return refuse("not_found");
  promotion.endedAt ??= at;
  return { uses: promotion.uses, state: "ended" };
}
