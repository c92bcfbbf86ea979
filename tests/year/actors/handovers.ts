/** Skills that a person and an organization hand over to each other. */
import { prisma } from "@/lib/platform/core/db";
import { behind, type Context, kind, pickFrom, skill } from "@/tests/year/actors/kinds";
import { asPerson, idOf, type World } from "@/tests/year/actors/world";
import { type Acting, isGone, isListed } from "@/tests/year/model/callers";
import type { Ref } from "@/tests/year/model/market";
import type { Transfer } from "@/tests/year/model/objects";
import * as transfers from "@/tests/year/model/transfers";

/** The handle of an account, or one that nobody has. */
export async function handleOf(world: World, account: Ref): Promise<string> {
  const found = await prisma().account.findUnique({ where: { id: idOf(world, account) }, select: { handle: true } });
  return found?.handle ?? "no-such-account";
}

/** Another account that a skill may go to: mostly of the other kind. */
function recipientOf(context: Context, owner: Ref): Ref | null {
  const { market, target, random } = context;
  if (target !== null && target !== owner && market.accounts.has(target)) return target;
  const isPerson = market.accounts.get(owner)?.members === null;
  const all = [...market.accounts.values()].filter(({ ref }) => ref !== owner);
  const fitting = all.filter((each) => (each.members === null) !== isPerson && !isGone(each));
  return pickFrom(context, fitting.length > 0 && !random.chance(0.08) ? fitting : all)?.ref ?? null;
}

/** An offer: of the target, to or by it, or any. */
function offered(context: Context): Transfer | null {
  const { market, target } = context;
  const all = [...market.transfers.values()];
  const own = all.filter(({ skill: of, from, to }) => [of, from, to].includes(target ?? ""));
  return pickFrom(context, own.length > 0 ? own : all);
}

export const HANDOVERS = {
  offer_transfer: kind<Acting & { skill: string; to: string; as: string }>({
    weight: 0.6,
    needs: "account",
    make: (context) => {
      const { market, target } = context;
      const ofTarget = (each: { owner: Ref }) => !market.accounts.has(target ?? "") || each.owner === target;
      const found = skill(context, (each) => isListed(market, each) && ofTarget(each));
      const to = found && recipientOf(context, found.owner);
      return found && to ? { ...behind(context, found.owner), skill: found.ref, to, as: context.name("n") } : null;
    },
    model: transfers.offerTransfer,
    send: async (world, op) => {
      const to = await handleOf(world, op.to);
      return asPerson(world, op, "PUT", `/v1/developer/skills/${idOf(world, op.skill)}/transfer`, { to });
    },
  }),
  accept_transfer: kind<Acting & { skill: string; as: string }>({
    weight: 0.5,
    needs: "account",
    make: (context) => {
      const found = offered(context);
      return found && { ...behind(context, found.to), skill: found.skill, as: context.name("n") };
    },
    model: transfers.acceptTransfer,
    send: (world, op) => asPerson(world, op, "POST", `/v1/developer/transfers/${idOf(world, op.skill)}/accept`),
  }),
  end_transfer: kind<Acting & { skill: string }>({
    weight: 0.15,
    needs: "account",
    make: (context) => {
      const found = offered(context);
      const side = found && context.random.pick([found.from, found.to]);
      return found && side ? { ...behind(context, side), skill: found.skill } : null;
    },
    model: transfers.endTransfer,
    send: (world, op) => asPerson(world, op, "DELETE", `/v1/developer/transfers/${idOf(world, op.skill)}`),
  }),
};
