import { randomBytes } from "node:crypto";
import { hash } from "@node-rs/argon2";
import * as accounts from "@/lib/identity/accounts/service";
import { call } from "@/tests/support/api";
import { upstreamUrl } from "@/tests/support/upstream";

let count = 0;
/** Of this file: the files that share a process each count from one. */
const FILE = randomBytes(4).toString("hex");

/** A number that no other call in this file gets, for unique names. */
export function unique(): number {
  return ++count;
}

export type Person = { id: string; email: string; name: string; key: string; keyId: string };

const password = "a long password";
let passwordHash: Promise<string> | undefined;

/** Registers somebody new, whose password is "a long password". */
export async function person(name = "Somebody"): Promise<Person> {
  const email = `person-${FILE}-${unique()}@example.com`;
  // With the product's parameters each sign-in of a test would take longer than the rest of it. A hash names its own.
  passwordHash ??= hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const known = { passwordHash: await passwordHash };
  const { account, api_key, key } = await accounts.create({ email, password, name }, known);
  return { id: account.id, email, name, key: api_key, keyId: key.id };
}

/** Registers an administrator. */
export async function administrator(): Promise<Person> {
  const someone = await person("Administrator");
  await accounts.setRole(someone.email, "admin");
  return someone;
}

let reviewer: Promise<Person> | undefined;

type SkillFields = Record<string, unknown>;

/** Fields of a usage-priced API skill that can be submitted as it is. */
export function skillFields(fields: SkillFields = {}): SkillFields {
  return {
    slug: `skill-${FILE}-${unique()}`,
    name: "Text statistics",
    description: "Counts the words of a text.",
    category: "writing",
    pricing_type: "usage",
    price_per_call: 0.5,
    execution_type: "api",
    api_endpoint: upstreamUrl("ok"),
    ...fields,
  };
}

export type TestSkill = { id: string; slug: string };

/** Creates a draft of the owner. */
export async function draftSkill(owner: Person, fields: SkillFields = {}): Promise<TestSkill> {
  const { status, body } = await call("POST", "/v1/developer/skills", {
    key: owner.key,
    body: skillFields(fields),
  });
  if (status !== 200) throw new Error(`the skill was refused: ${JSON.stringify(body)}`);
  return { id: body.id, slug: String(body.slug) };
}

/** Approves what waits, as an administrator of this file. */
export async function approve(skillId: string): Promise<void> {
  reviewer ??= administrator();
  const { key } = await reviewer;
  const { status, body } = await call("PATCH", "/v1/admin/skills", {
    key,
    body: { skill_id: skillId, action: "approve" },
  });
  if (status !== 200) throw new Error(`the skill was not approved: ${JSON.stringify(body)}`);
}

/** Creates a skill and puts it on the marketplace. */
export async function liveSkill(owner: Person, fields: SkillFields = {}): Promise<TestSkill> {
  const skill = await draftSkill(owner, { submit: true, ...fields });
  await approve(skill.id);
  return skill;
}
