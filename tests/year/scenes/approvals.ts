/** What may happen between an approval and the repeated request. */
import type { Context, Op } from "@/tests/year/actors/kinds";
import { DAY, MINUTE } from "@/tests/year/model/calendar";
import type { Approval } from "@/tests/year/model/limits";
import type { Key, Skill } from "@/tests/year/model/market";
import { call, masterOf, payingUse, rootOf, type Scene } from "@/tests/year/scenes/scene";

type Asked = { approval: Approval; maker: Key; skill: Skill; idem: string | null };
type Between = (stage: () => Context, asked: Asked) => Generator<Op, void, void>;

const decide = ({ account, ref, price }: Approval, decision: string): Op => ({
  kind: "decide_approval",
  account,
  approval: ref,
  decision,
  amount: String(price * 2n),
});
const limitedKey = (maker: Key, as: string): Op => ({
  kind: "create_key",
  by: maker.ref,
  as,
  scopes: null,
  skills: [],
  limit: null,
  days: null,
  askAbove: "0",
});

/** A key that needs approval for each charge asks, something happens, and it repeats its request twice. */
const scene = (between: Between): Scene =>
  function* played(stage) {
    const use = payingUse(stage());
    if (!use) return false;
    const { key: maker, skill } = use;
    const [by, idem] = [stage().name("k"), stage().random.chance(0.5) ? stage().name("i") : null];
    yield limitedKey(maker, by);
    const first = call(stage(), { by, skill: skill.ref, idem });
    yield first;
    const approval = stage().market.approvals.get(String(first.asks));
    if (!approval) return false;
    yield* between(stage, { approval, maker, skill, idem });
    for (const each of [idem, null]) yield call(stage(), { by, skill: skill.ref, approval: approval.ref, idem: each });
    return true;
  };

/** The skill's developer cuts its price, or submits another version that is approved. */
function* changed(stage: () => Context, skill: Skill, what: "price" | "version"): Generator<Op, void, void> {
  const { market, now, name } = stage();
  const by = masterOf(market, skill.owner, now)?.ref;
  const root = rootOf(stage());
  if (!by || !root) return;
  const { perCall, price, unit, ...terms } = skill.terms;
  const halved = {
    ...terms,
    price: price === null ? null : String(price),
    perCall: String((perCall ?? 0n) / 2n),
    plans: [],
    unit: unit && { ...unit, price: String(unit.price) },
  };
  if (what === "price") yield { kind: "reprice", by, skill: skill.ref, terms: halved };
  else {
    yield { kind: "edit_skill", by, skill: skill.ref, content: `${name("c")} is new.`, submit: true };
    yield { kind: "approve", by: root, skill: skill.ref, approve: true };
  }
}

export const APPROVAL_SCENES: Record<string, Scene> = {
  "an approval is used twice": scene(function* (_, { approval }) {
    yield decide(approval, "approve");
  }),
  "an approval for a skill covers what it may": scene(function* (stage, { approval, skill }) {
    yield decide(approval, "approve_skill");
    yield call(stage(), { by: approval.key, skill: skill.ref, approval: approval.ref });
  }),
  "a call that fails gives its approval back": scene(function* (stage, { approval, skill }) {
    yield decide(approval, "approve_skill");
    yield { ...call(stage(), { by: approval.key, skill: skill.ref, approval: approval.ref }), does: "bad" };
  }),
  "a refused request is repeated": scene(function* (stage, { approval, skill }) {
    yield decide(approval, "refuse");
    yield call(stage(), { by: approval.key, skill: skill.ref });
  }),
  "an approval is refused after all": scene(function* (_, { approval }) {
    yield decide(approval, "approve");
    yield decide(approval, "refuse");
    yield decide(approval, "approve");
  }),
  "the price changes after an approval": scene(function* (stage, { approval, skill }) {
    yield decide(approval, "approve");
    yield* changed(stage, skill, "price");
  }),
  "the version changes after an approval": scene(function* (stage, { approval, skill }) {
    yield decide(approval, "approve_skill");
    yield* changed(stage, skill, "version");
  }),
  "the key ends after an approval": scene(function* (_, { approval, maker }) {
    yield decide(approval, "approve");
    yield { kind: "revoke_key", by: maker.ref, key: approval.key };
  }),
  "another key names an approval": scene(function* (stage, { approval, maker, skill }) {
    const other = stage().name("k");
    yield decide(approval, "approve");
    yield limitedKey(maker, other);
    yield call(stage(), { by: other, skill: skill.ref, approval: approval.ref });
  }),
  "an approval is named for another skill": scene(function* (stage, { approval, maker }) {
    yield decide(approval, "approve_skill");
    const other = payingUse(stage(), maker.owner)?.skill.ref;
    if (other) yield call(stage(), { by: approval.key, skill: other, approval: approval.ref });
  }),
  "a request expires": scene(function* (_, { approval }) {
    yield { kind: "pass", ms: DAY + MINUTE };
    yield decide(approval, "approve");
  }),
  "an approval expires": scene(function* (_, { approval }) {
    yield decide(approval, "approve");
    yield { kind: "pass", ms: DAY + MINUTE };
  }),
  "the account is suspended after an approval": scene(function* (stage, { approval, skill }) {
    const root = rootOf(stage());
    yield decide(approval, "approve");
    if (!root) return;
    yield { kind: "suspend_account", by: root, account: approval.account };
    yield call(stage(), { by: approval.key, skill: skill.ref, approval: approval.ref });
    yield { kind: "unsuspend_account", by: root, account: approval.account };
  }),
  "a purchase by MCP is approved under one key": function* played(stage) {
    const { market, name, random } = stage();
    const use = payingUse(stage());
    const sold = [...market.skills.values()].filter(
      ({ terms, live, owner }) =>
        live !== null && terms.pricing === "subscription" && (terms.price ?? 0n) > 0n && owner !== use?.key.owner,
    );
    if (!use || sold.length === 0) return false;
    const [by, idem] = [name("k"), name("i")];
    const buying = { kind: "mcp_purchase", by, skill: random.pick(sold).ref, autoRenew: true, code: null, idem };
    const next = () => ({ ...buying, maxPrice: "900000000", as: stage().name("p"), asks: stage().name("q") });
    yield limitedKey(use.key, by);
    const first = next();
    yield first;
    const approval = stage().market.approvals.get(first.asks);
    if (!approval) return false;
    yield decide(approval, "approve");
    yield { ...next(), approval: approval.ref };
    yield next();
    return true;
  },
};
