import type { z } from "zod";
import { type Issue, invalid } from "@/lib/platform/core/errors";

const MAX_ISSUES = 20;

/** Parses a caller's input. */
export function parseInput<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.flatMap(toIssues).slice(0, MAX_ISSUES);
  const [first, ...rest] = issues;
  throw invalid([first ?? { param: "body", message: "is invalid" }, ...rest]);
}

function toIssues(issue: z.core.$ZodIssue): Issue[] {
  const param = pathText(issue.path);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      param: param === "body" ? key : `${param}.${key}`,
      message: "is not a known field",
    }));
  }
  return [{ param, message: messageOf(issue) }];
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type" && issue.input === undefined) return "is required";
  // Query text that is not a number.
  if (issue.code === "invalid_type" && Number.isNaN(issue.input)) return "must be a number";
  // A body of several forms, by the field that says which: the problems of other forms are noise.
  if (issue.code === "invalid_union" && "options" in issue && issue.options)
    return `must be ${choicesOf(issue.options)}`;
  // Zod's own words for a value that is none of a list; a schema's words stay.
  if (issue.code === "invalid_value" && issue.message.startsWith("Invalid option"))
    return `must be ${choicesOf(issue.values)}`;
  return plainly(issue) ?? issue.message.replace(/^Invalid input: /, "").replace(/^Too (small|big): /, "");
}

/** What each kind of value is called. */
const KINDS: Record<string, string> = {
  int: "a whole number",
  number: "a number",
  string: "text",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

/** What a value must be, where the schema has no words of its own. */
function plainly(issue: z.core.$ZodIssue): string | null {
  if (issue.code === "invalid_type" && issue.message.startsWith("Invalid input: ")) {
    const kind = KINDS[issue.expected];
    return kind ? `must be ${kind}` : null;
  }
  if (issue.code === "too_small" && issue.message.startsWith("Too small: "))
    return issue.origin === "string" && issue.minimum === 1
      ? "must not be empty"
      : limitText(issue.origin, boundOf(issue, "at least", "more than"), issue.minimum);
  if (issue.code === "too_big" && issue.message.startsWith("Too big: "))
    return limitText(issue.origin, boundOf(issue, "at most", "less than"), issue.maximum);
  return null;
}

const boundOf = (issue: { exact?: boolean; inclusive?: boolean }, inclusive: string, exclusive: string) =>
  issue.exact ? "exactly" : issue.inclusive === false ? exclusive : inclusive;

function limitText(origin: string, bound: string, limit: number | bigint): string | null {
  if (origin === "number" || origin === "int") return `must be ${bound} ${limit}`;
  if (origin === "string") return `must have ${bound} ${limit} characters`;
  if (origin === "array") return `must have ${bound} ${limit} ${limit === 1 ? "item" : "items"}`;
  return null;
}

const choicesOf = (values: readonly unknown[]) => values.map((value) => `\`${String(value)}\``).join(" or ");

/** The JSON path of a value in a body: `options.units[0]`. */
export function pathText(path: PropertyKey[]): string {
  const text = path.reduce<string>(
    (at, part) => (typeof part === "number" ? `${at}[${part}]` : at ? `${at}.${String(part)}` : String(part)),
    "",
  );
  return text || "body";
}
