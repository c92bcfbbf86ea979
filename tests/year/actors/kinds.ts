/** What an operation of a history is: data that can be stored, replayed and removed, and how its actor performs it. */
import type { Answer } from "@/tests/support/api";
import type { Random } from "@/tests/support/fuzz-input";
import type { World } from "@/tests/year/actors/world";
import type { Body, Moment } from "@/tests/year/model/answers";
import { isAlive } from "@/tests/year/model/callers";
import type { Key, Market, Ref, Skill } from "@/tests/year/model/market";

export type Value = string | number | boolean | null | Value[] | { [name: string]: Value };
export type Op = { kind: string } & { [name: string]: Value };

/** What a maker of operations knows: the model, the dice, and the object that the operation should be about, if any. */
/** `recent` are operations of late, which agents may send again. */
export type Context = {
  recent: Op[];
  market: Market;
  random: Random;
  target: Ref | null;
  now: number;
  name: (letter: string) => Ref;
};

export type Kind = {
  /** How often it happens among others. */
  weight: number;
  /** Makes one with parameters, or null when there is nothing that it could be about. */
  make: (context: Context) => Op | null;
  model: (market: Market, op: never, moment: Moment) => Body;
  send: (world: World, op: never) => Promise<Answer>;
  /** Remembers what the product calls what was made. */
  learn?: (world: World, op: never, answer: Answer) => void;
  /** What the product chose where the rules leave it free: parameters for the model. */
  observe?: (world: World, op: never) => Promise<object>;
  /** Whether it may give unused parts of purchases back, whose amount depends on the moment. */
  refunds?: boolean;
  /** The parameter without whose object nothing happens. */
  needs?: string;
  /** Whether its parameters belong together, so that none may be exchanged. */
  isFixed?: boolean;
};

/** A kind of operation whose parameters have a type. */
export function kind<O>(made: {
  weight: number;
  make: (context: Context) => O | null;
  model: (market: Market, op: O, moment: Moment) => Body;
  send: (world: World, op: O) => Promise<Answer>;
  learn?: (world: World, op: O, answer: Answer) => void;
  observe?: (world: World, op: O) => Promise<object>;
  refunds?: boolean;
  needs?: string;
  isFixed?: boolean;
}): Kind {
  return made as unknown as Kind;
}

/** How often somebody who has a key is looked for. */
const ACTING_TRIES = 4;
const LETTERS = /^([akgspormwvtybqj])\d+$/;
/** The kind of object that a ref names, by its letter, or null. */
export const letterOf = (value: unknown): string | null =>
  typeof value === "string" ? (LETTERS.exec(value)?.[1] ?? null) : null;

/** One of some things, or null when there is none. */
export const pickFrom = <T>({ random }: Context, from: Iterable<T>): T | null => {
  const all = [...from];
  return all.length === 0 ? null : random.pick(all);
};

/** A ref of some objects: the target when it is one of them. */
export function pickRef(context: Context, objects: Map<Ref, unknown>): Ref | null {
  const { target } = context;
  return target !== null && objects.has(target) ? target : pickFrom(context, objects.keys());
}

/** Keys of an account, alive ones mostly. */
function keyOf(context: Context, account: Ref): Ref | null {
  const all = [...context.market.keys.values()].filter(({ owner }) => owner === account);
  const isGood = (key: Key) =>
    isAlive(context.market, key, context.now) && key.skills.length === 0 && key.limit === null;
  const good = all.filter(isGood);
  const from = good.length > 0 && !context.random.chance(0.2) ? good : all;
  return pickFrom(context, from)?.ref ?? null;
}

/** Whoever acts: the target if it is a key or an account, else mostly `usually`, and sometimes anybody. */
export function actor(context: Context, usually: Ref | null): Ref | null {
  const { target, market, random } = context;
  if (target !== null && market.keys.has(target)) return target;
  if (target !== null && market.accounts.has(target) && random.chance(0.8)) return keyOf(context, target);
  const account = usually === null ? undefined : market.accounts.get(usually);
  const isGone = account !== undefined && (account.closedAt !== null || account.suspendedAt !== null);
  // Of those who are gone, every request ends alike.
  const instead = isGone && random.chance(0.8) ? someone(context) : usually;
  if (instead !== null && !random.chance(0.08)) return keyOf(context, instead);
  return pickFrom(context, market.keys.keys());
}

/** Whether an account has a key that works. */
const canAct = ({ market, now }: Context, ref: Ref) =>
  [...market.keys.values()].some((key) => key.owner === ref && isAlive(market, key, now));

/** An account with a role, mostly one that is not suspended and has a key. */
function personWho(context: Context, isAdmin: boolean): Ref | null {
  const all = [...context.market.accounts.values()].filter(
    (each) => each.isAdmin === isAdmin && each.closedAt === null,
  );
  const free = all.filter(({ suspendedAt }) => suspendedAt === null);
  const from = free.length > 0 && !context.random.chance(0.05) ? free : all;
  let found = pickFrom(context, from)?.ref ?? null;
  for (let tries = 0; tries < ACTING_TRIES && found !== null && !canAct(context, found); tries++)
    found = pickFrom(context, from)?.ref ?? null;
  return found;
}
/** Somebody who is not an administrator. */
export const someone = (context: Context): Ref | null => personWho(context, false);
/** An administrator. */
export const administrator = (context: Context): Ref | null => personWho(context, true);

/** Who acts for an account: for an organization a member of it, now and then somebody else. */
export function behind(context: Context, account: Ref): { account: Ref; person?: Ref } {
  const { market, random } = context;
  const members = market.accounts.get(account)?.members;
  if (!members) return { account };
  const person = random.chance(0.1) ? null : pickFrom(context, members.keys());
  const anybody = pickFrom(
    context,
    [...market.accounts.values()].filter((each) => !each.members),
  );
  return { account, person: person ?? anybody?.ref ?? account };
}

/** A person, who may sign in: the target if it is one. */
export function person(context: Context): Ref | null {
  const people = [...context.market.accounts].filter(([, { members }]) => members === null);
  return pickRef(context, new Map(people));
}

/** A skill: the target, or one that is on sale mostly. */
export function skill(context: Context, isWanted: (skill: Skill) => boolean = () => true): Skill | null {
  const { target, market, random } = context;
  const found = target === null ? undefined : market.skills.get(target);
  if (found) return found;
  const all = [...market.skills.values()];
  const wanted = all.filter(isWanted);
  return pickFrom(context, wanted.length > 0 && !random.chance(0.05) ? wanted : all);
}

/** A key or a program that may spend so much only, and a skill that costs something per call. */
function limitedUse(context: Context): { by: Ref; skill: Ref } | null {
  const { market, now } = context;
  const isLimited = (key: Key) => isAlive(market, key, now) && (key.limit !== null || key.askAbove !== null);
  const by = pickFrom(context, [...market.keys.values()].filter(isLimited));
  const priced = [...market.skills.values()].filter(({ live, terms }) => live !== null && (terms.perCall ?? 0n) > 0n);
  const found = pickFrom(context, priced);
  return by && found ? { by: by.ref, skill: found.ref } : null;
}

/** Somebody who uses a skill: often one that they have bought, else mostly one that is paid per call. */
export function anyUse(context: Context, isOnSale: (skill: Skill) => boolean): { by: Ref; skill: Ref } | null {
  const { market, random, target } = context;
  const active = [...market.purchases.values()].filter(({ status }) => status === "active");
  if (target === null && active.length > 0 && random.chance(0.4)) {
    const { buyer, skill: bought } = random.pick(active);
    const by = actor(context, buyer);
    return by === null ? null : { by, skill: bought };
  }
  if (target === null && random.chance(0.12)) return limitedUse(context);
  const isPerCall = random.chance(0.7);
  const found = skill(context, (each) => isOnSale(each) && (!isPerCall || each.terms.pricing === "usage"));
  const by = actor(context, someone(context));
  return found && by ? { by, skill: found.ref } : null;
}
