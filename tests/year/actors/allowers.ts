/** Organizations that allow their members some skills, and members who ask for others. */
import { type Context, kind, pickFrom, skill } from "@/tests/year/actors/kinds";
import { acting, handleOf, manage } from "@/tests/year/actors/organizers";
import { slugOf } from "@/tests/year/actors/world";
import * as allowed from "@/tests/year/model/allowed-skills";
import { type ByMember, isListed } from "@/tests/year/model/callers";
import type { Account, Ref } from "@/tests/year/model/market";

/** Somebody who acts for an organization: mostly one that allows some skills only. */
function member(context: Context): ByMember | null {
  const { market, target, random } = context;
  const some = [...market.accounts.values()].filter(({ allowedOnly }) => allowedOnly !== "off");
  const isFree = target === null || !market.accounts.has(target);
  const by = acting(
    isFree && random.chance(0.9) ? { ...context, target: pickFrom(context, some)?.ref ?? null } : context,
  );
  return by && { account: by.account, person: by.person };
}

/** What an organization says of a skill already, mostly; else a skill on the marketplace. */
function about(context: Context, account: Ref, isKnown: number): Ref | null {
  const { market, random, target } = context;
  const known = [...market.allowed.values()].filter((each) => each.account === account);
  if (!market.skills.has(target ?? "") && random.chance(isKnown)) return pickFrom(context, known)?.skill ?? null;
  return skill(context, (each) => isListed(market, each))?.ref ?? null;
}

export const ALLOWERS = {
  set_allowed_only: kind<ByMember & { only: Account["allowedOnly"] }>({
    weight: 0.15,
    needs: "account",
    make: (context) => {
      const by = acting(context);
      const only = context.random.pick(["off", "off", "skills", "versions"] as const);
      return by && { account: by.account, person: by.person, only };
    },
    model: allowed.setAllowedOnly,
    send: (world, op) =>
      manage(world, op, "PATCH", `/v1/organizations/${handleOf(op.account)}`, { allowed_only: op.only }),
  }),
  ask_for_skill: kind<ByMember & { skill: string; as: string }>({
    weight: 0.5,
    needs: "account",
    make: (context) => {
      const by = member(context);
      const found = by && about(context, by.account, 0.2);
      return by && found ? { ...by, skill: found, as: context.name("n") } : null;
    },
    model: allowed.askForSkill,
    send: (world, op) =>
      manage(
        world,
        op,
        "POST",
        `/v1/organizations/${handleOf(op.account)}/allowed-skills/${slugOf(world, op.skill)}`,
        {},
      ),
  }),
  decide_on_skill: kind<ByMember & { skill: string; version: number | null; as: string }>({
    weight: 0.6,
    needs: "account",
    make: (context) => {
      const { market, random } = context;
      const by = member(context);
      const found = by && about(context, by.account, 0.6);
      if (!by || !found) return null;
      const live = market.skills.get(found)?.live ?? 1;
      const version = random.chance(0.2) ? null : random.chance(0.1) ? live + 1 : live;
      return { ...by, skill: found, version, as: context.name("n") };
    },
    model: allowed.decideOnSkill,
    send: (world, op) =>
      manage(world, op, "PUT", `/v1/organizations/${handleOf(op.account)}/allowed-skills/${slugOf(world, op.skill)}`, {
        ...(op.version === null ? { decision: "refuse" } : { decision: "allow", version: op.version }),
      }),
  }),
  withdraw_allowed: kind<ByMember & { skill: string }>({
    weight: 0.1,
    needs: "account",
    make: (context) => {
      const by = member(context);
      const found = by && about(context, by.account, 0.9);
      return by && found ? { ...by, skill: found } : null;
    },
    model: allowed.withdrawSkillOf,
    send: (world, op) =>
      manage(
        world,
        op,
        "DELETE",
        `/v1/organizations/${handleOf(op.account)}/allowed-skills/${slugOf(world, op.skill)}`,
      ),
  }),
};
