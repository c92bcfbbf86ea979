/** What the model says is stored, in lines. */
import { counted, type Lines, letter, linesOf } from "@/tests/year/lines";
import { DAY } from "@/tests/year/model/calendar";
import { isListed } from "@/tests/year/model/callers";
import type { Market } from "@/tests/year/model/market";
import type { Allowed } from "@/tests/year/model/roles";

/** Deliveries are stored for a limited time. */
export function deliveryLines(market: Market): Lines {
  const recent = Date.now() - 20 * DAY;
  return new Map(
    [...market.webhooks.values()].map(({ ref, isActive, sent }) => {
      const types = sent.filter(({ sentAt }) => sentAt > recent).map(({ type }) => type);
      return [ref, [letter(isActive), ...counted(types)].join(", ")];
    }),
  );
}

export function freeLines(market: Market): Lines {
  const used = [...market.accounts].map(([ref, { freeUsed }]): [string, number] => [
    ref,
    [...freeUsed.values()].reduce((sum, count) => sum + count, 0),
  ]);
  return new Map(used.filter(([, count]) => count > 0).map(([ref, count]) => [ref, String(count)]));
}

/** Those that have not expired. */
export const living = <T extends { expiresAt: number }>(all: Map<string, T>) =>
  new Map([...all].filter(([, { expiresAt }]) => expiresAt > Date.now()));

/** The roles in each organization, and of each person. */
export function memberLines(market: Market): Lines {
  const roles = new Map<string, string[]>();
  const note = (ref: string, role: string) => roles.set(ref, [...(roles.get(ref) ?? []), role].sort());
  for (const { ref, members } of market.accounts.values())
    for (const [person, role] of members ?? []) {
      note(ref, role);
      note(person, role);
    }
  return new Map([...roles].map(([ref, all]) => [ref, all.join(" ")]));
}

/** Those that are over are forgotten when they are asked for anew. */
export function approvalLines(market: Market): Lines {
  return linesOf(living(market.approvals), ({ kind, state, scope, price, left, version }) => [
    kind,
    state,
    scope ?? "-",
    price,
    left,
    version,
  ]);
}

/** How many objects each account has. */
export function countLines<T>(all: Map<string, T>, ownerOf: (each: T) => string): Lines {
  const counts = Map.groupBy(all.values(), ownerOf);
  return new Map([...counts].map(([owner, each]) => [owner, String(each.length)]));
}

export const transferLines = (market: Market): Lines =>
  new Map([...living(market.transfers).keys()].map((skill) => [skill, "offered"]));

/** The versions of skills that each organization has allowed, and whether a member waits. */
export function allowedLines(market: Market): Lines {
  const all = Map.groupBy(market.allowed.values(), ({ account }) => account);
  const line = ({ version, askedBy }: Allowed) => `${version ?? 0}${letter(askedBy !== null)}`;
  const inOrder = (a: Allowed, b: Allowed) =>
    (a.version ?? 0) - (b.version ?? 0) || Number(a.askedBy !== null) - Number(b.askedBy !== null);
  return new Map([...all].map(([account, each]) => [account, each.toSorted(inOrder).map(line).join(" ")]));
}

export function ratingLines(market: Market): Lines {
  const ratings = Map.groupBy(market.reviews.values(), ({ skill }) => skill);
  return new Map(
    [...ratings].map(([skill, all]) => [
      skill,
      all
        .map(({ rating, reply }) => `${rating}${reply ?? ""}`)
        .sort()
        .join(" "),
    ]),
  );
}

export function spendLines(market: Market): Lines {
  const recent = Date.now() - 90 * DAY;
  const lines: Lines = new Map();
  for (const [key, spends] of market.spends) {
    const counted = spends
      .filter(({ startAt, amount }) => amount > 0n && (startAt === 0 || startAt > recent))
      .sort((a, b) => a.startAt - b.startAt);
    if (counted.length > 0) lines.set(key, counted.map(({ amount }) => String(amount)).join(" "));
  }
  return lines;
}

export function skillLines(market: Market): Lines {
  return linesOf(market.skills, (skill) => {
    const { status, terms, next, live, isOpenToGuests, guestCalls } = skill;
    const listed = isListed(market, skill);
    return [
      status,
      letter(listed),
      terms.pricing,
      terms.price ?? "-",
      terms.perCall ?? "-",
      terms.freeCalls,
      ...(terms.unit ? [terms.unit.price * 1_000n, terms.unit.most, terms.unit.free] : ["-"]),
      terms.trialDays,
      letter(next !== null),
      listed ? live : 0,
      "t",
      letter(isOpenToGuests),
      guestCalls,
    ];
  });
}
