import * as accounts from "@/lib/accounts/service";
import { foldCounters } from "@/lib/catalog/counters/service";
import type { Caller } from "@/lib/core/caller";
import { prisma, transaction } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { log } from "@/lib/core/log";
import { priceToMicros } from "@/lib/core/money";
import * as ledger from "@/lib/ledger/service";
import { SkillInput } from "@/lib/publishing/schemas";
import * as publishing from "@/lib/publishing/service";
import * as uploads from "@/lib/publishing/uploads/service";
import * as purchases from "@/lib/purchases/service";
import * as review from "@/lib/review/service";
import { DEMO_PROVIDER } from "@/lib/skills/endpoint-address";
import * as ratings from "@/lib/usage/ratings/service";
import { COMBINED_SKILLS } from "@/prisma/seed/combined-skills";
import { CRAFT_SKILLS } from "@/prisma/seed/craft-skills";
import { EXECUTABLE_SKILLS } from "@/prisma/seed/executable-skills";
import { MORE_PACKAGED_SKILLS } from "@/prisma/seed/more-packaged-skills";
import { PACKAGED_SKILLS } from "@/prisma/seed/packaged-skills";
import { ADMINISTRATOR, CONSUMER, CONSUMER_CREDITS, DEMO_PASSWORD, PUBLISHERS } from "@/prisma/seed/people";
import { REVIEWERS, REVIEWS } from "@/prisma/seed/reviews";
import { TEAM_SKILLS } from "@/prisma/seed/team-skills";
import { readmeOf, skillMdOf } from "@/prisma/seed/texts";
import type { SeedSkill } from "@/prisma/seed/types";
import { WAITING_SKILLS } from "@/prisma/seed/waiting-skills";
import { zipOf } from "@/prisma/seed/zip";
import { TOOLS } from "@/server/demo-provider/handler";

/** Credits that every reviewer of the demo begins with. */
const REVIEWER_CREDITS = 200;

/** How to get into a freshly seeded demo. */
export type Seeded = { people: { email: string; password: string; role: string }[]; apiKey: string };

/** Fills an empty database with the demo: people, skills, a review queue. Returns null when it holds accounts already. */
export async function seedWhenEmpty(): Promise<Seeded | null> {
  if ((await prisma().account.count()) > 0) return null;
  log.info("seeding the demo");
  const administrator = await join(ADMINISTRATOR);
  await accounts.setRole(ADMINISTRATOR.email, "admin");
  const publishers = new Map<string, Caller>();
  for (const [key, publisher] of Object.entries(PUBLISHERS))
    publishers.set(key, (await join(publisher)).caller);
  // The newest lead a list without popularity: what can be tried at once comes last.
  for (const skill of [
    ...CRAFT_SKILLS,
    ...TEAM_SKILLS,
    ...PACKAGED_SKILLS,
    ...MORE_PACKAGED_SKILLS,
    ...WAITING_SKILLS,
    ...COMBINED_SKILLS,
    ...EXECUTABLE_SKILLS,
  ]) {
    const publisher = publishers.get(skill.publisher);
    if (!publisher) throw new Error(`${skill.slug} names no publisher`);
    await publish(publisher, { ...administrator.caller, isAdmin: true }, skill);
  }
  const consumer = await join(CONSUMER);
  await giveCredits(consumer.caller, CONSUMER_CREDITS);
  await addReviews();
  await foldCounters();
  const developer = Object.values(PUBLISHERS)[0];
  return {
    people: [
      { email: CONSUMER.email, password: DEMO_PASSWORD, role: "consumer with credits" },
      { email: developer?.email ?? "", password: DEMO_PASSWORD, role: "developer" },
      { email: ADMINISTRATOR.email, password: DEMO_PASSWORD, role: "administrator" },
    ],
    apiKey: consumer.apiKey,
  };
}

/** Consumers who bought what they write about, as everybody has to. */
async function addReviews(): Promise<void> {
  for (const [key, reviewer] of Object.entries(REVIEWERS)) {
    const { caller } = await join(reviewer);
    await giveCredits(caller, REVIEWER_CREDITS);
    for (const { skill, rating, text } of REVIEWS.filter(({ by }) => by === key)) {
      await purchases.buy(caller, skill, { auto_renew: false });
      await ratings.put(caller, skill, { rating, text });
    }
  }
}

async function giveCredits({ accountId }: Caller, credits: number): Promise<void> {
  await transaction((db) => ledger.grant(db, newId(), accountId, priceToMicros(credits), "demo credits"));
}

async function join({
  email,
  name,
}: {
  email: string;
  name: string;
}): Promise<{ caller: Caller; apiKey: string }> {
  const { account, api_key } = await accounts.create(
    { email, name, password: DEMO_PASSWORD },
    { isVerified: true },
  );
  return { caller: { accountId: account.id, email, name, isAdmin: false, key: null }, apiKey: api_key };
}

/** Takes a skill the way of every other: created, filled, submitted and decided by the services themselves. */
async function publish(developer: Caller, administrator: Caller, skill: SeedSkill): Promise<void> {
  const { id } = await publishing.create(developer, SkillInput.parse(fieldsOf(skill)));
  if (skill.guide) {
    const request = new Request("http://localhost/", {
      method: "PUT",
      headers: { "content-type": "application/zip" },
      body: await zipOf({ [`${skill.slug}/SKILL.md`]: skillMdOf(skill) }),
    });
    await uploads.upload(developer, id, request);
  }
  if (skill.state === "draft") return;
  await publishing.update(developer, id, { submit: true });
  if (skill.state === "pending") return;
  const action = skill.state === "rejected" ? "reject" : "approve";
  await review.decide(administrator, {
    skill_id: id,
    action,
    ...(skill.rejection_reason && { reason: skill.rejection_reason }),
  });
}

function fieldsOf(skill: SeedSkill) {
  const terms =
    skill.pricing_type === "usage"
      ? { price_per_call: skill.price_per_call, free_calls: skill.free_calls ?? 0 }
      : { price: skill.price, subscription_interval: skill.subscription_interval };
  return {
    slug: skill.slug,
    name: skill.name,
    description: skill.description,
    category: skill.category,
    readme: readmeOf(skill),
    pricing_type: skill.pricing_type,
    ...terms,
    execution_type: skill.tool && skill.guide ? "both" : skill.tool ? "api" : "download",
    ...(skill.tool && {
      api_endpoint: `http://${DEMO_PROVIDER.split(":")[0]}/${skill.tool}`,
      api_schema: TOOLS[skill.tool]?.schema,
    }),
  };
}
