import { CRON_RANGES, type CronField, cronField } from "@/dev/demo-provider/cron-fields";
import { objectOf, type Tool, ToolError, text } from "@/dev/demo-provider/tool";

type Schedule = { minute: CronField; hour: CronField; day: CronField; month: CronField; weekday: CronField };

const RUNS = 5;
/** A leap day may be eight years away, over a century that has none; five of them are at most 24 years away. */
const MAX_DAYS = 25 * 366;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Reads an expression. Throws ToolError that names the field which cannot be read. */
function parse(expression: string): Schedule {
  const sources = expression.trim().split(/\s+/);
  if (sources.length !== CRON_RANGES.length)
    throw new ToolError("an expression has five fields: minute, hour, day, month, day of the week");
  const [minute, hour, day, month, weekday] = CRON_RANGES.map((range, index) => {
    const source = sources[index] ?? "";
    const field = cronField(source, range);
    if (!field) throw new ToolError(`${source} is not a ${range.label}`);
    return field;
  }) as [CronField, CronField, CronField, CronField, CronField];
  return { minute, hour, day, month, weekday };
}

/** Both days count when one of them begins with a star, else either one does, as in cron itself. */
function isDay({ day, month, weekday }: Schedule, date: Date): boolean {
  const isMonthDay = day.values.includes(date.getUTCDate());
  const isWeekday = weekday.values.includes(date.getUTCDay());
  const isEither = !day.isStar && !weekday.isStar;
  return (
    month.values.includes(date.getUTCMonth() + 1) && (isEither ? isMonthDay || isWeekday : isMonthDay && isWeekday)
  );
}

function nextRuns(schedule: Schedule, from: Date): string[] {
  const runs: string[] = [];
  const midnight = Math.floor(from.getTime() / DAY_MS) * DAY_MS;
  for (let day = midnight; day < midnight + MAX_DAYS * DAY_MS; day += DAY_MS) {
    if (!isDay(schedule, new Date(day))) continue;
    for (const hour of schedule.hour.values)
      for (const minute of schedule.minute.values) {
        const run = day + (hour * 60 + minute) * MINUTE_MS;
        if (run > from.getTime()) runs.push(new Date(run).toISOString());
        if (runs.length === RUNS) return runs;
      }
  }
  return runs;
}

const listed = new Intl.ListFormat("en");
const twoDigits = (value: number) => String(value).padStart(2, "0");
const nameOf = (form: "weekday" | "month", date: Date) =>
  new Intl.DateTimeFormat("en", { [form]: "long", timeZone: "UTC" }).format(date);
/** 1 January 2023 was a Sunday. */
const weekdayName = (value: number) => nameOf("weekday", new Date(Date.UTC(2023, 0, 1 + value)));
const monthName = (value: number) => nameOf("month", new Date(Date.UTC(2023, value - 1, 1)));

/** Values in words: three or more in a row as a range. */
function spoken({ values }: CronField, word: (value: number) => string): string {
  const [first = 0, last = first] = [values[0], values.at(-1)];
  const isRange = values.length > 2 && last - first === values.length - 1;
  return isRange ? `${word(first)} through ${word(last)}` : listed.format(values.map(word));
}

function timeInWords({ minute, hour }: Schedule): string {
  if (minute.values.length === 1 && hour.source !== "*") {
    const at = (value: number) => `${twoDigits(value)}:${twoDigits(minute.values[0] ?? 0)}`;
    return `At ${listed.format(hour.values.map(at))}`;
  }
  const minutes = minute.source === "*" ? "Every minute" : `At minute ${spoken(minute, String)}`;
  const hours = hour.source === "*" ? "every hour" : `in hour ${spoken(hour, String)}`;
  return `${minutes}, ${hours}`;
}

function daysInWords({ day, weekday }: Schedule): string {
  const days = day.source === "*" ? "" : `on day ${spoken(day, String)} of the month`;
  const weekdays = weekday.source === "*" ? "" : spoken(weekday, weekdayName);
  if (!days || !weekdays) return days || weekdays || "every day";
  return day.isStar || weekday.isStar ? `${days} if it is ${weekdays}` : `${days} or ${weekdays}`;
}

function explanation(schedule: Schedule): string {
  const months = schedule.month.source === "*" ? [] : [`only in ${spoken(schedule.month, monthName)}`];
  return [timeInWords(schedule), daysInWords(schedule), ...months, "UTC"].join(", ");
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
    const schedule = parse(text(input, "expression"));
    const from = typeof input.from === "string" ? new Date(input.from) : new Date();
    if (Number.isNaN(from.getTime())) throw new ToolError("from is not a time");
    return { explanation: explanation(schedule), next_runs: nextRuns(schedule, from) };
  },
};
