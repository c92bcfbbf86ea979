import { TOOLS } from "@/dev/demo-provider/handler";
import { ExecuteInput } from "@/lib/demand/execution/schemas";
import * as execution from "@/lib/demand/execution/service";
import { buy } from "@/lib/demand/purchases/buying";
import * as ratings from "@/lib/demand/ratings/service";
import * as usage from "@/lib/demand/usage/service";
import { hashPassword } from "@/lib/identity/accounts/password";
import * as accounts from "@/lib/identity/accounts/service";
import { KeyInput } from "@/lib/identity/keys/schemas";
import * as keys from "@/lib/identity/keys/service";
import * as ledger from "@/lib/money/ledger/service";
import { setVerified as verify } from "@/lib/operator/directory/publishers";
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { AppError } from "@/lib/platform/core/errors";
import { log } from "@/lib/platform/core/log";
import { priceToMicros } from "@/lib/platform/core/money";
import { rollUp } from "@/lib/platform/jobs/rollup";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import * as collections from "@/lib/supply/catalog/collections";
import { updateCounters } from "@/lib/supply/catalog/counters";
import * as profiles from "@/lib/supply/catalog/publishers";
import { updateTrust } from "@/lib/supply/catalog/trust";
import { requireIcon } from "@/lib/supply/packages/images";
import * as publisherNames from "@/lib/supply/publishing/publisher-names";
import { SkillInput } from "@/lib/supply/publishing/schemas";
import * as publishing from "@/lib/supply/publishing/service";
import * as uploads from "@/lib/supply/publishing/uploads";
import * as review from "@/lib/supply/review/scheduled-decisions";
import { DEMO_PROVIDER } from "@/lib/supply/skills/endpoint-address";
import { exampleFor } from "@/lib/supply/skills/schema-example";
import { backdateLater } from "@/prisma/seed/backdating";
import { CALLS, type SeedCalls } from "@/prisma/seed/calls";
import { COLLECTIONS } from "@/prisma/seed/collections";
import { writeHistory } from "@/prisma/seed/history";
import { BUYERS } from "@/prisma/seed/history-plan";
import { ADMINISTRATOR, CONSUMER, CONSUMER_CREDITS, DEMO_PASSWORD, PUBLISHERS } from "@/prisma/seed/people";
import { pictureOf, picturesOf } from "@/prisma/seed/pictures";
import { REVIEWERS, REVIEWS } from "@/prisma/seed/reviews";
import { type SeedSkill, SKILLS } from "@/prisma/seed/skills";
import { readmeOf } from "@/prisma/seed/texts";
import { packageRequest, publishVersions } from "@/prisma/seed/versions";

/** Credits that every reviewer of the demo begins with. */
const REVIEWER_CREDITS = 200;

export type Seeded = { people: { email: string; password: string; role: string }[]; apiKey: string };

const DAY_MS = 24 * 60 * 60 * 1000;

/** Lines of the audit log between which the demo is half done: a start that was killed there is continued by the next one. */
const BEGUN = "demo.begun";
const LIVED = "demo.lived";
const FINISHED = "demo.finished";

/**
 * Fills an empty database with the demo: people, skills, a review queue, calls; or continues where it was cut off, as every step
 * looks first for what is there. No limit of requests or of processor time applies. The demo provider has to be listening. Returns
 * null when the database holds accounts of others already, or the whole demo.
 */
export async function seedWhenEmpty(): Promise<Seeded | null> {
  const isBegun = await isAudited(BEGUN);
  if (isBegun ? await isAudited(FINISHED) : (await prisma().account.count()) > 0) return null;
  if (!isBegun) await note(BEGUN);
  log.info(isBegun ? "continuing to seed the demo" : "seeding the demo");
  const seeded = await ratelimit.withoutLimits(seed);
  await sumUp();
  await transaction(async (db) => {
    if (await isAudited(LIVED)) await backdateLater(db);
    await write(db, FINISHED);
  });
  return seeded;
}

const isAudited = async (action: string) => (await prisma().auditEvent.count({ where: { action } })) > 0;

const write = (db: Queryable, action: string) => audit.write(db, null, action, { type: "marketplace", id: "demo" }, {});
const note = (action: string) => transaction((db) => write(db, action));

/** Sums up all that happened, so that the first page shows it. */
async function sumUp(): Promise<void> {
  for (const name of ["analytics", "earnings", "journal", "wallets"] as const) await rollUp(name);
  await updateCounters();
  await updateTrust();
}

/** Writes what happened before today. Only a superuser may date it: without one, the demo begins today. */
async function liveThrough(): Promise<void> {
  if (await isAudited(LIVED)) return;
  const [role] = await query<{ is_superuser: string }>("demo.role", "SHOW is_superuser", []);
  if (role?.is_superuser !== "on") {
    log.info("the database's role is no superuser: the demo has no history");
    return;
  }
  const people = { ...REVIEWERS, ...BUYERS, demo: CONSUMER };
  const emails = Object.fromEntries(Object.entries(people).map(([key, { email }]) => [key, email]));
  await transaction(async (db) => {
    await writeHistory(db, emails);
    await write(db, LIVED);
  });
}

async function seed(): Promise<Seeded> {
  const administrator = await join(ADMINISTRATOR);
  await accounts.setRole(ADMINISTRATOR.email, "admin");
  const admin = { ...administrator.caller, isAdmin: true };
  const publishers = new Map<string, Caller>();
  for (const [key, publisher] of Object.entries(PUBLISHERS))
    publishers.set(key, await joinPublisher(key, publisher, admin));
  for (const skill of SKILLS) {
    const publisher = publishers.get(skill.publisher);
    if (!publisher) throw new Error(`${skill.slug} names no publisher`);
    await publish(publisher, admin, skill);
  }
  for (const [at, [slug, collection]] of Object.entries(COLLECTIONS).entries())
    await collections.put(admin, slug, { ...collection, position: at });
  const consumer = await join(CONSUMER);
  await giveCredits(consumer.caller, CONSUMER_CREDITS);
  for (const person of [...Object.values(REVIEWERS), ...Object.values(BUYERS)])
    await giveCredits((await join(person)).caller, REVIEWER_CREDITS);
  await usage.ensurePartitions();
  await liveThrough();
  await publishVersions(publishers, admin);
  await Promise.all([
    ...Object.entries(REVIEWERS).map(([key, reviewer]) => live(key, reviewer)),
    ...CALLS.filter(({ by }) => by === "demo").map((calls) => callRepeatedly(consumer.caller, calls)),
  ]);
  const developer = Object.values(PUBLISHERS)[0];
  return {
    people: [
      { email: CONSUMER.email, password: DEMO_PASSWORD, role: "consumer with credits" },
      { email: developer?.email ?? "", password: DEMO_PASSWORD, role: "developer" },
      { email: ADMINISTRATOR.email, password: DEMO_PASSWORD, role: "administrator" },
    ],
    apiKey: consumer.apiKey ?? (await issueKey(consumer.caller)),
  };
}

/** A key of an account whose first one was shown to nobody before the start was cut off. */
async function issueKey({ accountId }: Caller): Promise<string> {
  const { api_key } = await keys.issue(
    { accountId, personId: accountId, isAdmin: false, key: null },
    KeyInput.parse({ name: "Demo" }),
  );
  return api_key;
}

/** Makes a consumer who buys, calls and then reviews, as everybody has to. */
async function live(key: string, reviewer: { name: string; email: string }): Promise<void> {
  const { caller } = await join(reviewer);
  const [calls, reviews] = [CALLS.filter(({ by }) => by === key), REVIEWS.filter(({ by }) => by === key)];
  for (const slug of new Set([...calls, ...reviews].map(({ skill }) => skill)))
    if (skillOf(slug).pricing_type === "subscription" && !(await hasBought(caller, slug)))
      await buy(caller, slug, { auto_renew: false });
  for (const some of calls) await callRepeatedly(caller, some);
  for (const { skill, rating, text } of reviews) await ratings.put(caller, skill, { rating, text });
}

const hasBought = async ({ accountId: buyerId }: Caller, slug: string) => {
  const { id } = await prisma().skill.findUniqueOrThrow({ where: { slug }, select: { id: true } });
  return (await prisma().purchase.count({ where: { buyerId, skillId: id } })) > 0;
};

/** Calls a skill through the demo provider. What the provider refuses is part of the demo; anything else throws. */
async function callRepeatedly(caller: Caller, { skill, times, parameters }: SeedCalls): Promise<void> {
  const status = parameters ? "failed" : "succeeded";
  const done = await prisma().usageRecord.count({
    where: { accountId: caller.accountId, skillSlug: skill, status, createdAt: { gt: new Date(Date.now() - DAY_MS) } },
  });
  const input = ExecuteInput.parse(parameters ?? exampleFor(TOOLS[skillOf(skill).tool ?? ""]?.schema ?? {}));
  for (let call = done; call < times; call++)
    try {
      await execution.execute(caller, skill, input, { claimed: null });
    } catch (error) {
      if (!(error instanceof AppError && error.code === "upstream_failed" && parameters)) throw error;
    }
}

function skillOf(slug: string): SeedSkill {
  const found = SKILLS.find((skill) => skill.slug === slug);
  if (!found) throw new Error(`the demo has no skill ${slug}`);
  return found;
}

/** Once an account: the grant has its id. */
async function giveCredits({ accountId }: Caller, credits: number): Promise<void> {
  await transaction((db) =>
    ledger.grant(db, accountId, { accountId, amount: priceToMicros(credits), reason: "demo credits" }),
  );
}

let passwordHash: Promise<string> | undefined;

type Joined = { caller: Caller; apiKey: string | null };

/** Makes an account, or finds the one that was made before; then its key is null. */
async function join({ email, name }: { email: string; name: string }): Promise<Joined> {
  const known = await prisma().account.findUnique({ where: { email }, select: { id: true } });
  if (known) return { caller: callerOf(known.id, email, name), apiKey: null };
  passwordHash ??= hashPassword(DEMO_PASSWORD);
  const { account, api_key } = await accounts.create(
    { email, name, password: DEMO_PASSWORD },
    { isVerified: true, passwordHash: await passwordHash },
  );
  return { caller: callerOf(account.id, email, name), apiKey: api_key };
}

const callerOf = (accountId: string, email: string, name: string): Caller => ({
  accountId,
  personId: accountId,
  email,
  name,
  isAdmin: false,
  key: null,
});

async function joinPublisher(
  key: string,
  { bio, links, handle, isVerified, ...person }: (typeof PUBLISHERS)[string],
  admin: Caller,
): Promise<Caller> {
  const { caller } = await join(person);
  const known = await prisma().account.findUnique({ where: { id: caller.accountId }, select: { bio: true } });
  if (known?.bio !== bio) {
    const picture = await pictureOf(caller.accountId, key);
    const profile = { bio, links, contact: person.email, picture, ...(handle && { handle }) };
    await profiles.change(caller, profile, { requireIcon, showName: publisherNames.show });
  }
  if (isVerified) await verify(admin, caller.accountId, { isVerified, reason: "Known to the demo's operator." });
  return caller;
}

/** Takes a skill the way of every other: created, filled, submitted and decided by the services themselves. */
async function publish(developer: Caller, administrator: Caller, skill: SeedSkill): Promise<void> {
  const known = await prisma().skill.findUnique({ where: { slug: skill.slug }, select: { id: true } });
  const {
    id,
    status,
    package: stored,
  } = known
    ? await publishing.get(developer, known.id)
    : await publishing.create(
        developer,
        SkillInput.parse({ ...fieldsOf(skill), ...(await picturesOf(developer.accountId, skill.slug)) }),
      );
  if (status !== "draft" && status !== "pending") return;
  if (skill.guide && !stored) {
    await uploads.upload(developer, id, packageRequest(skill, "1.0.0"));
  }
  if (skill.state === "draft") return;
  if (status === "draft") await publishing.update(developer, id, { submit: true });
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
