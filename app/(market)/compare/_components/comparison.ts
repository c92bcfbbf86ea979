import { contentsOf, skillOrNull } from "@/app/_lib/skill";
import type { Asked } from "@/app/(market)/compare/_components/asked";
import { milliseconds, percent } from "@/components/skills/trust-text";
import type { PackageContents } from "@/lib/demand/distribution/schemas";
import { count, day } from "@/lib/interfaces/client/format";
import type { Caller } from "@/lib/platform/core/caller";
import { env } from "@/lib/platform/core/env";
import { CONTENT } from "@/lib/supply/skills/content-fields";
import { monthlyCost } from "@/lib/supply/skills/monthly-cost";
import { parameterRows } from "@/lib/supply/skills/parameter-rows";
import { chargeTerms, shownPrice } from "@/lib/supply/skills/price-text";
import { MIN_CALLS, TRUST_DAYS } from "@/lib/supply/skills/trust-schemas";

/** What a cell says where a skill has nothing to say. */
export const NOTHING = "–";
/** Most parameters or fields that are compared, and most characters of the type of one. */
const MAX_ROWS = 60;
const MAX_TYPE = 80;

export type Row = {
  title: string;
  cells: string[];
  /** The places of the best cells; empty where none is better. */
  best: number[];
  isCode?: boolean;
};
export type Section = { title: string; note?: string; rows: Row[] };
type Skill = NonNullable<Awaited<ReturnType<typeof skillOrNull>>>;
type Compared = { skill: Skill; contents: PackageContents | null };
export type Comparison = { skills: Skill[]; missing: string[]; sections: Section[] };

/** Skills side by side as the caller sees them; `missing` are the slugs that name none. */
export async function readComparison(caller: Caller | null, { slugs, calls }: Asked): Promise<Comparison> {
  const found = await Promise.all(slugs.map((slug) => skillOrNull(caller, slug)));
  const skills = found.filter((skill) => skill !== null);
  const compared = await Promise.all(
    skills.map(async (skill) => ({ skill, contents: await contentsOf(skill, caller) })),
  );
  const sections = [
    { title: "Price", rows: priceRows(compared, calls) },
    { title: `Last ${TRUST_DAYS} days`, rows: trustRows(compared) },
    { title: "About", rows: aboutRows(compared) },
    schemaSection(compared, "Parameters", ({ skill }) => skill.api_schema),
    schemaSection(compared, "Result", ({ skill }) => skill.response_schema),
  ];
  return {
    skills,
    missing: slugs.filter((_, at) => found[at] === null),
    sections: skills.length > 0 ? sections.filter(({ rows }) => rows.length > 0) : [],
  };
}

/** The places of the smallest numbers, or the largest; none when fewer than two differ. */
function bestOf(values: (number | null)[], better: "low" | "high"): number[] {
  const known = values.filter((value) => value !== null);
  if (new Set(known).size < 2) return [];
  const best = better === "low" ? Math.min(...known) : Math.max(...known);
  return values.flatMap((value, at) => (value === best ? [at] : []));
}

type Measure = { title: string; text: (compared: Compared) => string; better?: "low" | "high" };

/** A row from what each skill says; `value` is what is compared. */
function rowOf(compared: Compared[], measure: Measure, value?: (compared: Compared) => number | null): Row {
  return {
    title: measure.title,
    cells: compared.map(measure.text),
    best: value && measure.better ? bestOf(compared.map(value), measure.better) : [],
  };
}

function priceRows(compared: Compared[], calls: number): Row[] {
  const costs = compared.map(({ skill }) =>
    monthlyCost({ ...skill, free_calls: skill.access.free_calls_left ?? skill.free_calls }, calls),
  );
  return [
    rowOf(compared, { title: "Price", text: ({ skill }) => shownPrice(skill) }),
    {
      title: `${calls.toLocaleString("en-US")} ${calls === 1 ? "call" : "calls"} a month`,
      cells: costs.map(({ text }) => text),
      best: bestOf(
        costs.map(({ amount }) => amount),
        "low",
      ),
    },
    rowOf(compared, {
      title: "Charges and refunds",
      text: ({ skill }) => chargeTerms(skill, env().REFUND_REQUEST_DAYS) || NOTHING,
    }),
  ];
}

function trustRows(compared: Compared[]): Row[] {
  const trustOf = ({ skill }: Compared) => skill.trust;
  const isTimed = ({ skill }: Compared) => skill.execution_type !== "download";
  const time = (one: Compared, ms: number | null) => (isTimed(one) && ms !== null ? milliseconds(ms) : NOTHING);
  const timeOf = (name: "p50_ms" | "p95_ms") => (one: Compared) => (isTimed(one) ? trustOf(one)[name] : null);
  const share = (value: number | null) => (value === null ? NOTHING : percent(value));
  const unmeasured = (one: Compared) => (trustOf(one).calls === 0 ? "Not used yet" : `Fewer than ${MIN_CALLS} calls`);
  return [
    rowOf(
      compared,
      {
        title: "Successful",
        text: (one) => (trustOf(one).success_rate === null ? unmeasured(one) : share(trustOf(one).success_rate)),
        better: "high",
      },
      (one) => trustOf(one).success_rate,
    ),
    rowOf(
      compared,
      { title: "Median time", text: (one) => time(one, trustOf(one).p50_ms), better: "low" },
      timeOf("p50_ms"),
    ),
    rowOf(
      compared,
      { title: "95th percentile", text: (one) => time(one, trustOf(one).p95_ms), better: "low" },
      timeOf("p95_ms"),
    ),
    rowOf(
      compared,
      { title: "Users", text: (one) => count(trustOf(one).callers), better: "high" },
      (one) => trustOf(one).callers,
    ),
    rowOf(
      compared,
      {
        title: "Rating",
        text: ({ skill: { rating } }) =>
          rating.count > 0 ? `${rating.average} of 5 (${rating.count})` : "Not rated yet",
        better: "high",
      },
      ({ skill }) => skill.rating.average,
    ),
    rowOf(
      compared,
      { title: "Refunded", text: (one) => share(trustOf(one).refund_rate), better: "low" },
      (one) => trustOf(one).refund_rate,
    ),
  ];
}

function aboutRows(compared: Compared[]): Row[] {
  const facts: Measure[] = [
    { title: "Kind", text: ({ skill }) => CONTENT.execution_type.choices[skill.execution_type] },
    { title: "Permissions", text: permissionsOf },
    { title: "License", text: ({ contents }) => contents?.frontmatter?.license ?? NOTHING },
    { title: "Verified publisher", text: ({ skill }) => (skill.developer.verified ? "Yes" : "No") },
    { title: "Version", text: ({ skill }) => `${skill.version}, ${day(skill.updated_at)}` },
  ];
  return facts.map((fact) => rowOf(compared, fact)).filter(({ cells }) => cells.some((cell) => cell !== NOTHING));
}

/** What a skill reaches: where one's input goes, and the tools that its package asks for. */
function permissionsOf({ skill, contents }: Compared): string {
  const tools = contents?.frontmatter?.allowed_tools ?? [];
  return [
    ...(skill.execution_type === "download" ? [] : ["Sends your input to its developer's endpoint."]),
    ...(contents ? [tools.length > 0 ? `Tools: ${tools.join(", ")}` : "Asks for no tools."] : []),
  ].join(" ");
}

/** The parameters, or the fields of the result, that any of the skills names; those that differ first. */
function schemaSection(
  compared: Compared[],
  title: string,
  schemaOf: (compared: Compared) => Record<string, unknown> | null,
): Section {
  const parts = compared.map((one) => new Map(parameterRows(schemaOf(one)).map((part) => [part.name, part])));
  const names = [...new Set(parts.flatMap((part) => [...part.keys()]))];
  const rows = names.map((name): Row => {
    const cells = parts.map((part) => {
      const found = part.get(name);
      if (!found) return NOTHING;
      const type = found.type.length > MAX_TYPE ? `${found.type.slice(0, MAX_TYPE)}…` : found.type;
      return found.isRequired ? `${type}, required` : type;
    });
    return { title: name, cells, best: [], isCode: true };
  });
  const differing = rows.filter(({ cells }) => new Set(cells).size > 1);
  const same = rows.filter(({ cells }) => new Set(cells).size === 1);
  const note = compared.length > 1 && rows.length > 0 ? `${differing.length} of ${rows.length} differ` : undefined;
  return { title, ...(note && { note }), rows: [...differing, ...same].slice(0, MAX_ROWS) };
}
