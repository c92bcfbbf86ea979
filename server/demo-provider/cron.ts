import { objectOf, type Tool, ToolError, text } from "@/server/demo-provider/tool";

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const FIELDS = [
  { name: "minute", from: 0, to: 59 },
  { name: "hour", from: 0, to: 23 },
  { name: "day of the month", from: 1, to: 31 },
  { name: "month", from: 1, to: 12, names: MONTHS },
  { name: "day of the week", from: 0, to: 7, names: DAYS },
] as const;
const RUNS = 5;
/** How far ahead runs are looked for: enough for five 29ths of February, 2100 in between. */
const HORIZON_YEARS = 50;

type Field = (typeof FIELDS)[number];

/** The values that one field of an expression stands for. */
function valuesOf(source: string, field: Field): Set<number> {
  const values = new Set<number>();
  for (const part of source.split(",")) {
    const match = /^(\*|\w+)(?:-(\w+))?(?:\/(\d{1,4}))?$/.exec(part);
    if (!match || (match[1] === "*" && match[2] !== undefined))
      throw new ToolError(`${part} is not a ${field.name}`);
    const [, first = "*", last, step] = match;
    const from = first === "*" ? field.from : toNumber(first, field);
    const to =
      last !== undefined ? toNumber(last, field) : first === "*" || step !== undefined ? field.to : from;
    const stride = Number(step ?? 1);
    if (from > to || stride < 1) throw new ToolError(`${part} is not a ${field.name}`);
    for (let value = from; value <= to; value += stride)
      values.add(field.name === "day of the week" ? value % 7 : value);
  }
  return values;
}

function toNumber(source: string, field: Field): number {
  const named =
    "names" in field
      ? field.names.findIndex((name) => name.slice(0, 3).toLowerCase() === source.toLowerCase())
      : -1;
  const value =
    named >= 0
      ? named + (field.name === "month" ? 1 : 0)
      : /^\d+$/.test(source)
        ? Number(source)
        : Number.NaN;
  if (!(value >= field.from && value <= field.to))
    throw new ToolError(`${source} is not a ${field.name} (${field.from} to ${field.to})`);
  return value;
}

function inWords(sources: string[], sets: Set<number>[]): string {
  const [minute = "*", hour = "*", day = "*", month = "*", weekday = "*"] = sources;
  const pad = (value: number) => String(value).padStart(2, "0");
  const list = (set: Set<number> | undefined, names?: readonly string[], shift = 0) =>
    [...(set ?? [])].map((value) => names?.[value - shift] ?? value).join(", ");
  const isPlain = /^\d+$/.test(minute) && /^\d+$/.test(hour);
  const time = isPlain
    ? `at ${pad(Number(hour))}:${pad(Number(minute))}`
    : `${minute === "*" ? "every minute" : `at minute ${list(sets[0])}`}${hour === "*" ? " of every hour" : ` of the hours ${list(sets[1])}`}`;
  const days =
    [day !== "*" && `on day ${list(sets[2])} of the month`, weekday !== "*" && `on ${list(sets[4], DAYS)}`]
      .filter(Boolean)
      .join(isEitherDayEnough(sources) ? " or " : " and ") || "every day";
  return `${time}, ${days}${month === "*" ? "" : ` in ${list(sets[3], MONTHS, 1)}`}, UTC`;
}

/** Whether one of the two days suffices: cron's rule when neither field begins with a star. */
function isEitherDayEnough(sources: string[]): boolean {
  return ![sources[2], sources[4]].some((source) => source?.startsWith("*"));
}

function nextRuns(sources: string[], sets: Set<number>[], from: Date): string[] {
  const [minutes, hours, days, months, weekdays] = sets as [
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
  ];
  const isEitherDay = isEitherDayEnough(sources);
  const runs: string[] = [];
  const at = new Date(Math.ceil((from.getTime() + 1) / 60_000) * 60_000);
  const horizon = new Date(at).setUTCFullYear(at.getUTCFullYear() + HORIZON_YEARS);
  while (at.getTime() < horizon && runs.length < RUNS) {
    const [onDay, onWeekday] = [days.has(at.getUTCDate()), weekdays.has(at.getUTCDay())];
    if (!months.has(at.getUTCMonth() + 1) || !(isEitherDay ? onDay || onWeekday : onDay && onWeekday))
      at.setUTCHours(24, 0, 0, 0);
    else if (!hours.has(at.getUTCHours())) at.setUTCHours(at.getUTCHours() + 1, 0, 0, 0);
    else {
      if (minutes.has(at.getUTCMinutes())) runs.push(at.toISOString());
      at.setUTCMinutes(at.getUTCMinutes() + 1);
    }
  }
  return runs;
}

export const cronExplanation: Tool = {
  schema: objectOf(
    {
      expression: {
        type: "string",
        title: "Cron expression",
        description: "Five fields.",
        maxLength: 200,
        examples: ["30 6 * * 1-5"],
      },
      from: {
        type: "string",
        title: "From",
        description: "Runs after this time; by default, now.",
        format: "date-time",
      },
    },
    ["expression"],
  ),
  run: (input) => {
    const sources = text(input, "expression").trim().split(/\s+/);
    if (sources.length !== FIELDS.length)
      throw new ToolError("an expression has five fields: minute, hour, day, month, day of the week");
    const sets = FIELDS.map((field, index) => valuesOf(sources[index] ?? "*", field));
    const from = typeof input.from === "string" ? new Date(input.from) : new Date();
    if (Number.isNaN(from.getTime())) throw new ToolError("from is not a time");
    return { explanation: inWords(sources, sets), next_runs: nextRuns(sources, sets, from) };
  },
};
