/** Buyers who give skills what these ask for. */
import { actor, anyUse, type Context, kind, pickFrom, someone } from "@/tests/year/actors/kinds";
import { slugOf } from "@/tests/year/actors/world";
import * as credentials from "@/tests/year/model/credentials";

/** What a skill asks for. */
export const CREDENTIAL = {
  name: "token",
  description: "Reads your own pages",
  url: "https://example.com/tokens",
  in: "header",
  as: "X-Token",
};

/** Somebody and a skill: mostly one that asks for a credential, and now and then one that does not. */
function asked(context: Context): { by: string; skill: string } | null {
  const { market, random, target } = context;
  if (target !== null && market.skills.has(target)) {
    const by = actor(context, someone(context));
    return by === null ? null : { by, skill: target };
  }
  const asking = pickFrom(
    context,
    [...market.skills.values()].filter(({ asks, live }) => asks !== null && live !== null),
  );
  if (asking === null || random.chance(0.1)) return anyUse(context, () => true);
  const former = pickFrom(context, asking.asks?.keys() ?? []);
  const by = actor(context, random.chance(0.5) ? (former ?? someone(context)) : someone(context));
  return by === null ? null : { by, skill: asking.ref };
}

export const CONFIDANTS = {
  set_credential: kind<{ by: string; skill: string }>({
    weight: 0.6,
    make: asked,
    model: credentials.setCredential,
    send: (world, { by, skill }) =>
      world.ask(by, "PUT", `/v1/skills/${slugOf(world, skill)}/credentials/${CREDENTIAL.name}`, {
        body: { value: `the-own-${by}-of-${skill}` },
      }),
  }),
  remove_credential: kind<{ by: string; skill: string }>({
    weight: 0.2,
    make: asked,
    model: credentials.removeCredential,
    send: (world, { by, skill }) =>
      world.ask(by, "DELETE", `/v1/skills/${slugOf(world, skill)}/credentials/${CREDENTIAL.name}`),
  }),
};
