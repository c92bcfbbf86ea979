import { Cron } from "croner";
import { toString as inWords } from "cronstrue";
import { objectOf, type Tool, ToolError, text } from "@/server/demo-provider/tool";

const FIELDS = ["minute", "hour", "day of the month", "month", "day of the week"];
const EVERY = FIELDS.map(() => "*");
const RUNS = 5;

/** Reads an expression. Both days count when one of them begins with a star, else either one does, as in cron itself. */
function parse(sources: string[]): Cron {
  const domAndDow = [sources[2], sources[4]].some((source) => source?.startsWith("*"));
  return new Cron(sources.join(" "), { timezone: "UTC", mode: "5-part", sloppyRanges: true, domAndDow });
}

/** Throws ToolError that names the field which cannot be read. */
function requireFields(sources: string[]): void {
  for (const [index, source] of sources.entries()) {
    try {
      parse(EVERY.with(index, source));
    } catch {
      throw new ToolError(`${source} is not a ${FIELDS[index]}`);
    }
  }
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
    requireFields(sources);
    const from = typeof input.from === "string" ? new Date(input.from) : new Date();
    if (Number.isNaN(from.getTime())) throw new ToolError("from is not a time");
    const expression = sources.join(" ");
    return {
      explanation: `${inWords(expression, { use24HourTimeFormat: true, verbose: true })}, UTC`,
      next_runs: parse(sources)
        .nextRuns(RUNS, from)
        .map((run) => run.toISOString()),
    };
  },
};
