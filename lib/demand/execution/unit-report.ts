/**
 * What a response reports of its units, and what the call costs by it. Invariants: never more than is held; only a sound report
 * charges more than the price of the call.
 */
import type { Reservation } from "@/lib/demand/execution/refusals";
import type { StoredUnit } from "@/lib/demand/usage/schemas";
import { query } from "@/lib/platform/core/db";
import { formatUnitPrice, type Micros } from "@/lib/platform/core/money";
import { areOfPlan, type UnitTerms } from "@/lib/supply/skills/units";

/** The response header, and the key of `_meta` in results of MCP. */
export const USAGE_HEADER = "skill-usage";
/** The error codes that a call that succeeded is recorded with: its report is missing or can't be read; it was cut. */
const USAGE_INVALID = "usage_invalid";
const USAGE_CUT = "usage_cut";
const MAX_REPORT_CHARS = 2_000;
/** Most units of other plans that a report may name. */
const MAX_OTHERS = 50;

/** A member of a dictionary of structured fields (RFC 9651): a key, an integer, and parameters, which are ignored. */
const MEMBER = /^([a-z*][a-z0-9_\-.*]*)=(\d{1,15})(?:;[ ]*[a-z*][a-z0-9_\-.*]*(?:=(?:"[ !#-~]*"|[^;,"\s]+))?)*$/;

/** What a call costs, with its units; null units where it has none. `note` is the error code that is recorded with it. */
export type Charged = { cost: Micros; units: StoredUnit[] | null; note: string | null };

/** The charge of a call that succeeded, by what its response reported. */
export async function chargeOf({ price, base, units, skillId }: Reservation, report: unknown): Promise<Charged> {
  if (units === null) return { cost: price, units: null, note: null };
  const counts = await countsOf(report, units, skillId);
  const whole = counts === null ? 0n : await unitCharge(units, counts);
  const isCut = units.some(({ name, most }) => (counts?.get(name) ?? 0) > most) || base + whole > price;
  return {
    cost: base + whole > price ? price : base + whole,
    units: units.map(({ name, most, free, price_nanos }) => ({
      name,
      quantity: Math.min(counts?.get(name) ?? 0, most),
      free,
      price: formatUnitPrice(BigInt(price_nanos)),
    })),
    note: counts === null ? USAGE_INVALID : isCut ? USAGE_CUT : null,
  };
}

/** What units cost, at most without counts: the database decides, as for the hold. */
export async function unitCharge(units: UnitTerms[], counts: Map<string, number> | null): Promise<Micros> {
  const values = [JSON.stringify(units), counts && JSON.stringify(Object.fromEntries(counts))];
  const [row] = await query<{ micros: string }>("execution.units", "SELECT unit_charge($1, $2) AS micros", values);
  return BigInt(row?.micros ?? 0);
}

/**
 * The counts of a report: a header, or an object of MCP. Null without a report, and for one that names an unknown unit, or a unit
 * twice. Units of the skill's other plans are known, and ignored.
 */
async function countsOf(
  report: unknown,
  units: readonly UnitTerms[],
  skillId: string,
): Promise<Map<string, number> | null> {
  const members = typeof report === "string" ? membersOf(report) : entriesOf(report);
  if (members === null || members.length === 0) return null;
  const counts = new Map(members);
  if (counts.size !== members.length) return null;
  const others = [...counts.keys()].filter((name) => !units.some((unit) => unit.name === name));
  if (others.length === 0) return counts;
  return areOfPlan(units) && others.length <= MAX_OTHERS && (await areSold(skillId, others)) ? counts : null;
}

async function areSold(skillId: string, names: string[]): Promise<boolean> {
  const [row] = await query<{ sold: boolean }>("execution.units_sold", "SELECT plan_units_sold($1, $2) AS sold", [
    skillId,
    names,
  ]);
  return row?.sold ?? false;
}

function membersOf(header: string): [string, number][] | null {
  if (header.length > MAX_REPORT_CHARS) return null;
  const members = header.split(",").map((member) => MEMBER.exec(member.replace(/^[ \t]+|[ \t]+$/g, "")));
  return members.every((member) => member !== null)
    ? members.map(([, name = "", count]): [string, number] => [name, Number(count)])
    : null;
}

function entriesOf(report: unknown): [string, number][] | null {
  if (typeof report !== "object" || report === null || Array.isArray(report)) return null;
  const entries = Object.entries(report as Record<string, unknown>);
  const isSound = entries.every(([, count]) => Number.isSafeInteger(count) && (count as number) >= 0);
  return isSound ? (entries as [string, number][]) : null;
}
