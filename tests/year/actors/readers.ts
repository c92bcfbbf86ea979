/** People who look: at their own, at skills, and at what may be others'. */
import { actor, kind, skill } from "@/tests/year/actors/kinds";
import { slugOf } from "@/tests/year/actors/world";
import * as reading from "@/tests/year/model/reading";

const PATHS: Record<reading.What, string> = {
  balance: "/v1/balance",
  keys: "/v1/keys",
  purchases: "/v1/purchases",
  skills: "/v1/developer/skills",
  webhooks: "/v1/webhooks",
};

export const READERS = {
  read: kind<{ by: string; what: reading.What }>({
    weight: 2,
    make: (context) => {
      const by = actor(context, null);
      return by === null ? null : { by, what: context.random.pick(Object.keys(PATHS) as reading.What[]) };
    },
    model: reading.read,
    send: (world, { by, what }) => world.ask(by, "GET", PATHS[what]),
  }),
  read_skill: kind<{ by: string; skill: string }>({
    weight: 2,
    make: (context) => {
      const by = actor(
        { ...context, target: context.market.skills.has(context.target ?? "") ? null : context.target },
        null,
      );
      const found = skill(context);
      return by && found ? { by, skill: found.ref } : null;
    },
    model: reading.readSkill,
    send: (world, { by, skill: ref }) => world.ask(by, "GET", `/v1/skills/${slugOf(world, ref)}`),
  }),
};
