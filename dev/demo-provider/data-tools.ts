import { objectOf, type Tool, ToolError, text, textField } from "@/dev/demo-provider/tool";

const MAX_ROWS = 10_000;
const MAX_CHANGES = 1_000;
const MAX_VALUE = 1e150;

/** The records of a CSV text by RFC 4180: quotes, doubled quotes, and line breaks inside of them. */
function parseCsv(source: string, separator: string): string[][] {
  const rows: string[][] = [];
  const row: string[] = [];
  let field = "";
  let isQuoted = false;
  for (let i = 0; i < source.length; i++) {
    const char = source.charAt(i);
    if (isQuoted) {
      if (char !== '"') field += char;
      else if (source.charAt(i + 1) === '"') field += source.charAt(i++);
      else isQuoted = false;
    } else if (char === '"' && field === "") isQuoted = true;
    else if (char === separator || char === "\n") {
      row.push(char === "\n" ? field.replace(/\r$/, "") : field);
      field = "";
      if (char === "\n") rows.push(row.splice(0));
    } else field += char;
  }
  if (isQuoted) throw new ToolError("a quoted field is not closed");
  if (field !== "" || row.length > 0) rows.push([...row, field]);
  return rows.filter((cells) => cells.length > 1 || cells[0] !== "");
}

/** Numbers and truth values as such; everything that would not print the same stays text. */
function typed(cell: string): string | number | boolean | null {
  if (cell === "") return null;
  if (cell === "true" || cell === "false") return cell === "true";
  return Number.isFinite(Number(cell)) && String(Number(cell)) === cell ? Number(cell) : cell;
}

export const csvToJson: Tool = {
  schema: objectOf(
    {
      csv: textField("CSV", "Records with a header line.", 'name,price\n"Tea, green",3.5\nCoffee,4'),
      separator: { type: "string", title: "Separator", enum: [",", ";", "\t", "|"], default: "," },
      convert: {
        type: "boolean",
        title: "Convert",
        description: "Turn numbers and true/false into such.",
        default: true,
      },
    },
    ["csv"],
  ),
  run: (input) => {
    const [header = [], ...rows] = parseCsv(
      text(input, "csv").replace(/^\uFEFF/, ""),
      typeof input.separator === "string" ? input.separator : ",",
    );
    if (new Set(header).size < header.length) throw new ToolError("two columns have the same name");
    if (rows.length > MAX_ROWS) throw new ToolError(`at most ${MAX_ROWS} records`);
    const convert = input.convert !== false;
    const records = rows.map((cells) =>
      Object.fromEntries(
        header.map((name, index) => [name, convert ? typed(cells[index] ?? "") : (cells[index] ?? "")]),
      ),
    );
    return { columns: header, count: records.length, records };
  },
};

type Change = { op: "add" | "remove" | "replace"; path: string; value?: unknown; old?: unknown };

function diff(before: unknown, after: unknown, path: string, changes: Change[]): void {
  if (changes.length >= MAX_CHANGES) throw new ToolError(`more than ${MAX_CHANGES} changes`);
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after)) {
    changes.push({ op: "replace", path, old: before, value: after });
    return;
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const at = `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (!Object.hasOwn(after, key)) changes.push({ op: "remove", path: at, old: before[key] });
    else if (!Object.hasOwn(before, key)) changes.push({ op: "add", path: at, value: after[key] });
    else diff(before[key], after[key], at, changes);
  }
}

export const jsonDiff: Tool = {
  schema: objectOf(
    {
      before: { title: "Before", description: "Any JSON value.", examples: [{ name: "tea", price: 3 }] },
      after: {
        title: "After",
        description: "Any JSON value.",
        examples: [{ name: "tea", price: 3.5, hot: true }],
      },
    },
    ["before", "after"],
  ),
  run: (input) => {
    const { before, after } = input;
    if (before === undefined || after === undefined) throw new ToolError("before and after are required");
    const changes: Change[] = [];
    diff(before, after, "", changes);
    return { equal: changes.length === 0, changes };
  },
};

/** The numbers of a list. Throws ToolError for anything else, and for sizes that cannot be squared and added. */
function numbersOf(values: unknown): number[] {
  if (!Array.isArray(values) || values.length === 0 || values.length > MAX_ROWS)
    throw new ToolError(`values must be a list of 1 to ${MAX_ROWS} numbers`);
  return values.map((value: unknown, index) => {
    if (typeof value === "number" && Math.abs(value) <= MAX_VALUE) return value;
    throw new ToolError(`values[${index}] must be a number of at most ${MAX_VALUE} in size`);
  });
}

export const summaryStatistics: Tool = {
  schema: objectOf(
    {
      values: {
        type: "array",
        title: "Values",
        items: { type: "number", minimum: -MAX_VALUE, maximum: MAX_VALUE },
        minItems: 1,
        maxItems: MAX_ROWS,
        examples: [[3, 1, 4, 1, 5, 9, 2, 6]],
      },
    },
    ["values"],
  ),
  run: (input) => {
    const sorted = numbersOf(input.values).sort((a, b) => a - b);
    const count = sorted.length;
    const mean = sorted.reduce((sum, value) => sum + value, 0) / count;
    const quantile = (share: number) => {
      const at = (count - 1) * share;
      const low = sorted[Math.floor(at)] ?? 0;
      return low + ((sorted[Math.ceil(at)] ?? low) - low) * (at % 1);
    };
    const variance = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, count - 1);
    return {
      count,
      min: sorted[0],
      max: sorted.at(-1),
      mean,
      median: quantile(0.5),
      p25: quantile(0.25),
      p75: quantile(0.75),
      standard_deviation: Math.sqrt(variance),
    };
  },
};
