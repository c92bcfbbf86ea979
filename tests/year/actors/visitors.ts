/** Visitors without an account, who try skills from their pages, and those who decide whether they may. */
import { type Answer, send } from "@/tests/support/api";
import { isCluster } from "@/tests/support/cluster";
import { actor, administrator, type Context, kind, skill } from "@/tests/year/actors/kinds";
import { untilAnswered } from "@/tests/year/actors/patience";
import { idOf, slugOf, type World } from "@/tests/year/actors/world";
import type { Behaviour } from "@/tests/year/model/calls";
import * as guests from "@/tests/year/model/guests";
import type { Visits } from "@/tests/year/model/visits";

/** Few enough that they meet their limits, and those of their networks. */
const VISITORS = 24;
/** How often a visitor calls from a page that is open already. */
const FROM_OPEN_PAGE = 0.4;

const addressOf = (visitor: guests.Visitor) => `10.9.${guests.networkOf(visitor)}.${visitor}`;

/** Asks as a skill's page does, which is no part of `/v1`. */
async function ask(method: string, path: string, visitor: guests.Visitor, body?: object): Promise<Answer> {
  const asked = async (): Promise<Answer> => {
    const response = await send(method, path, { address: addressOf(visitor), body });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  };
  return isCluster ? untilAnswered(asked) : asked();
}

/** Opens a skill's page, and remembers its token. */
async function openPage(world: World, { visitor, skill: ref }: { visitor: number; skill: string }): Promise<Answer> {
  const answer = await ask("GET", `/try/${slugOf(world, ref)}`, visitor);
  const { token } = answer.body as { token?: string | null };
  if (token) world.guestTokens.set(`${visitor} ${ref}`, token);
  return { ...answer, body: { ...answer.body, isAdmitted: typeof token === "string" } };
}

/** A visitor, and a skill that they might try. */
function visitFor(context: Context): { visitor: number; skill: string } | null {
  const found = skill(context, ({ live, terms }) => live !== null && terms.pricing === "usage" && terms.freeCalls > 0);
  return found && { visitor: context.random.below(VISITORS), skill: found.ref };
}

/** A page that is open and whose token was not used. */
function openPageOf({ market, random, target }: Context): { visitor: number; skill: string } | null {
  const open = [...market.visits.pages].filter(
    ([name, { isUsed }]) => !isUsed && (!target || name.endsWith(` ${target}`)),
  );
  if (open.length === 0) return null;
  const [visitor, ref] = random.pick(open)[0].split(" ");
  return { visitor: Number(visitor), skill: String(ref) };
}

export const VISITING = {
  guest_offer: kind<{ visitor: number; skill: string }>({
    weight: 0.8,
    make: visitFor,
    model: guests.offer,
    send: openPage,
  }),
  guest_call: kind<guests.GuestCall>({
    weight: 1.2,
    make: (context) => {
      const { random } = context;
      const open = random.chance(FROM_OPEN_PAGE) ? openPageOf(context) : null;
      const visit = open ?? visitFor(context);
      const does: Behaviour = random.pick(["ok", "ok", "ok", "ok", "late", "bad", "lie", "refuse", "invalid"]);
      return visit && { ...visit, does, opensPage: open === null && random.chance(0.9) };
    },
    model: guests.tryOnce,
    send: async (world, op) => {
      const { visitor, skill: ref, does, opensPage } = op;
      const page = opensPage ? await openPage(world, op) : null;
      if (page && page.status !== 200) return page;
      const token = world.guestTokens.get(`${visitor} ${ref}`) ?? "none";
      const parameters = does === "invalid" ? { do: 5 } : { do: does };
      return ask("POST", `/try/${slugOf(world, ref)}`, visitor, { token, parameters });
    },
  }),
  allow_guests: kind<{ by: string; skill: string; allowed: boolean }>({
    weight: 0.4,
    make: (context) => {
      const found = skill(context, ({ live }) => live !== null);
      const by = found && actor({ ...context, target: null }, found.owner);
      return found && by ? { by, skill: found.ref, allowed: context.random.chance(0.7) } : null;
    },
    model: guests.allowGuests,
    send: (world, { by, skill: ref, allowed }) =>
      world.ask(by, "PUT", `/v1/developer/skills/${idOf(world, ref)}/guest-calls`, { body: { allowed } }),
  }),
  limit_guests: kind<Visits["limits"] & { by: string }>({
    weight: 0.15,
    make: (context) => {
      const { random } = context;
      const by = actor({ ...context, target: null }, administrator(context));
      const perDay = random.pick([1_000, 1_000, 1_000, 20, 0]);
      return by === null
        ? null
        : { by, perDay, perSkill: random.pick([50, 50, 2, 0]), perNetwork: random.pick([30, 2]) };
    },
    model: guests.limitGuests,
    send: (world, { by, perDay, perSkill, perNetwork }) =>
      world.ask(by, "PATCH", "/v1/admin/settings", {
        body: {
          guest_calls_per_day: perDay,
          guest_calls_per_skill: perSkill,
          guest_calls_per_network: perNetwork,
        },
      }),
  }),
};
