/** A history: operations as data, performed one after the other, each compared with the model. */
import { query } from "@/lib/platform/core/db";
import type { Answer } from "@/tests/support/api";
import { AGENTS } from "@/tests/year/actors/agents";
import { ALLOWERS } from "@/tests/year/actors/allowers";
import { APPROVERS } from "@/tests/year/actors/approvers";
import { ASKERS } from "@/tests/year/actors/askers";
import { BANKERS } from "@/tests/year/actors/bankers";
import { BUYERS } from "@/tests/year/actors/buyers";
import { CLOCK } from "@/tests/year/actors/clock";
import { CONFIDANTS } from "@/tests/year/actors/confidants";
import { CRITICS } from "@/tests/year/actors/critics";
import { HANDOVERS } from "@/tests/year/actors/handovers";
import { HOLDERS } from "@/tests/year/actors/holders";
import type { Kind, Op } from "@/tests/year/actors/kinds";
import { letterOf } from "@/tests/year/actors/kinds";
import { ORGANIZERS } from "@/tests/year/actors/organizers";
import { PAYERS } from "@/tests/year/actors/payers";
import { PEOPLE } from "@/tests/year/actors/people";
import { PLANNERS } from "@/tests/year/actors/planners";
import { PROGRAMS } from "@/tests/year/actors/programs";
import { PUBLISHERS } from "@/tests/year/actors/publishers";
import { READERS } from "@/tests/year/actors/readers";
import { SABOTEURS } from "@/tests/year/actors/saboteurs";
import { SAVERS } from "@/tests/year/actors/savers";
import { SIGNED_IN } from "@/tests/year/actors/signed-in";
import { VISITING } from "@/tests/year/actors/visitors";
import type { World } from "@/tests/year/actors/world";
import { differenceOf, leakOf } from "@/tests/year/checks";
import { exportDifferences, tracesOfClosed } from "@/tests/year/ending";
import { answerOf } from "@/tests/year/model/answers";
import { noteBalances } from "@/tests/year/model/billing";
import type { Market } from "@/tests/year/model/market";
import { checkStored } from "@/tests/year/stored";

export const KINDS: Record<string, Kind> = {
  ...PEOPLE,
  ...HOLDERS,
  ...PROGRAMS,
  ...PUBLISHERS,
  ...BUYERS,
  ...PAYERS,
  ...PLANNERS,
  ...AGENTS,
  ...ASKERS,
  ...CRITICS,
  ...BANKERS,
  ...SIGNED_IN,
  ...SABOTEURS,
  ...READERS,
  ...VISITING,
  ...SAVERS,
  ...APPROVERS,
  ...ORGANIZERS,
  ...ALLOWERS,
  ...HANDOVERS,
  ...CONFIDANTS,
  ...CLOCK,
};

/** People whose exports are compared at the end of a history. */
const EXPORTS = 3;
/** How far the moments may be apart that the product and the model take of one operation. */
const BEGUN_MS = 60_000;

/** The product and the model differ. */
export class Difference extends Error {
  readonly op: Op;
  readonly what: string;

  constructor(op: Op, what: string) {
    super(`${JSON.stringify(op)}\n${what}`);
    this.op = op;
    this.what = what;
  }
}

const isThere = (market: Market, ref: string) =>
  [
    market.accounts,
    market.keys,
    market.programs,
    market.skills,
    market.purchases,
    market.orders,
    market.requests,
    market.promotions,
    market.webhooks,
    market.reviews,
    market.reports,
    market.payouts,
    market.budgets,
    market.approvals,
    market.invitations,
  ].some((all) => all.has(ref));

/** The objects that an operation touches, each once: those that it names, and the owner of the key that it comes with. */
export function touchedBy(market: Market, op: Op): string[] {
  // What it asks for, if it must, is not there yet.
  const named = Object.entries(op).flatMap(([name, value]) =>
    name !== "asks" && letterOf(value) !== null ? String(value) : [],
  );
  const owner = typeof op.by === "string" ? market.keys.get(op.by)?.owner : undefined;
  return [...new Set([...named, ...(owner ? [owner] : [])])];
}

/** Remembers what the product calls the approval that a refused request needs. */
function learnApproval({ market, ids }: World, { asks = "q0" }: Op, { body }: Answer): void {
  const id = (body.error?.details as { approval?: { id: string } } | undefined)?.approval?.id;
  if (id && market.approvals.has(String(asks)) && !ids.refs.has(id)) ids.set(String(asks), id);
}

/** What purchases were given back within the last minutes, by the product's id. */
async function refundsOf({ ids }: World): Promise<(purchase: string) => bigint | null> {
  const rows = await query<{ id: string; refunded_micros: string }>(
    "year.refunded",
    "SELECT id, refunded_micros FROM purchase WHERE refunded_at > now() - interval '2 minutes'",
    [],
  );
  const amounts = new Map(rows.map(({ id, refunded_micros }) => [id, BigInt(refunded_micros)]));
  return (purchase) => amounts.get(ids.get(purchase) ?? "") ?? null;
}

/** Learns of the purchases that renewals have begun with another plan. Throws when one begins or ends at another time than the model says. */
async function learnBegun({ market, ids }: World): Promise<void> {
  for (const ref of market.begun.splice(0)) {
    const made = market.purchases.get(ref);
    const [row] = await query<{ id: string; began: Date; ends: Date }>(
      "year.begun",
      "SELECT id, anchor_at AS began, current_period_end AS ends FROM purchase WHERE replaces_id = $1",
      [ids.get(made?.replaces ?? "")],
    );
    if (!made || !row) throw new Error(`${ref} was not begun`);
    const [began, ends] = [row.began.getTime(), row.ends.getTime()];
    if (Math.abs(began - made.anchorAt) > BEGUN_MS || Math.abs(ends - made.endsAt) > BEGUN_MS)
      throw new Error(
        `${ref} began ${row.began.toISOString()}, the model says ${new Date(made.anchorAt).toISOString()}`,
      );
    ids.set(ref, row.id);
    Object.assign(made, { startedAt: began, anchorAt: began, endsAt: ends });
  }
}

/** Performs one operation and compares its answer. Throws a Difference. Does nothing when what it is about is not there. */
export async function perform(world: World, op: Op, count?: (outcome: string) => void): Promise<void> {
  const kind = KINDS[op.kind];
  if (!kind) throw new Error(`there is no operation ${op.kind}`);
  if (kind.needs && !isThere(world.market, String(op[kind.needs]))) return;
  try {
    const at = Date.now();
    const answer = await kind.send(world, op as never);
    const endAt = Date.now();
    const seen = await kind.observe?.(world, op as never);
    const refunded = kind.refunds ? await refundsOf(world) : () => null;
    const moment = { at, endAt, refunded };
    const expected = answerOf(() => kind.model(world.market, { ...op, ...seen } as never, moment));
    noteBalances(world.market, moment);
    await learnBegun(world);
    count?.(`${op.kind} ${expected.code ?? "ok"}`);
    // Who has signed in asks without a key.
    const viewer =
      world.market.keys.get(String(op.by))?.owner ?? world.market.accounts.get(String(op.account))?.ref ?? null;
    learnApproval(world, op, answer);
    const difference = differenceOf(expected, answer, endAt - at) ?? leakOf(world, viewer, answer);
    if (difference) throw new Difference(op, difference);
    if (answer.status === 200) kind.learn?.(world, op as never, answer);
  } catch (error) {
    throw error instanceof Difference ? error : new Difference(op, String((error as Error).stack ?? error));
  }
}

/** Performs a whole history on a world in which nothing has happened, and compares everything at its end. Returns the difference. */
export async function replay(world: World, history: Op[]): Promise<Difference | null> {
  try {
    for (const op of history) await perform(world, op);
    await check(world, history.at(-1) ?? { kind: "nothing" });
    await checkExports(world, { kind: "the end" });
    await checkTraces(world, { kind: "the end" });
    return null;
  } catch (error) {
    if (error instanceof Difference) return error;
    throw error;
  }
}

/** Compares the exports of some people with what the model knows of them. Throws a Difference. */
export async function checkExports(world: World, last: Op): Promise<void> {
  orThrow(last, await exportDifferences(world, EXPORTS));
}

/** Looks for what is left of closed accounts. Throws a Difference. */
export async function checkTraces(world: World, last: Op): Promise<void> {
  orThrow(last, await tracesOfClosed(world));
}

function orThrow(last: Op, wrong: string[]): void {
  if (wrong.length > 0) throw new Difference(last, wrong.slice(0, 5).join("\n"));
}

/** Compares everything that is stored. Throws a Difference. */
export async function check(world: World, last: Op): Promise<void> {
  await checkStored(world).catch((error: Error) => {
    throw new Difference(last, error.message);
  });
}
