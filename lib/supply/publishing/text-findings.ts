import { findOutsideLinks, findUnrendered } from "@/lib/supply/packages/check-markdown";
import { bySeverity, cutFindings, type Finding, printable } from "@/lib/supply/packages/finding";
import { checkText } from "@/lib/supply/packages/static-checks";
import type { SkillRow } from "@/lib/supply/publishing/rows";
import { CONTENT, CONTENT_NAMES, type ContentName, linesText } from "@/lib/supply/skills/content-fields";
import type { Content } from "@/lib/supply/skills/content-schemas";
import type { Operation } from "@/lib/supply/skills/operation-schemas";
import { offered } from "@/lib/supply/skills/operations";
import { unitsOfTool } from "@/lib/supply/skills/units";

const MAX_TEXT_FINDINGS = 100;

/**
 * Findings in the texts of a revision, which agents read verbatim: those of the package checks, and content that the
 * rendered readme leaves out. Most severe first; `file` is the field's name. Never throws.
 */
export async function checkTexts(content: Content): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const name of CONTENT_NAMES) findings.push(...(await checkField(name, content[name])));
  findings.push(...secretParameters(content.api_schema));
  for (const { name, input_schema } of content.operations ?? [])
    findings.push(...secretParameters(input_schema, `operations.${name}.input_schema`));
  findings.push(...namesOfOthers(content.operations ?? []));
  return bySeverity(cutFindings(findings, MAX_TEXT_FINDINGS, null));
}

/** "Free" in several languages, but not "free of ads", "ad-free" or "25 free calls". */
const SAYS_FREE =
  /(?<![-\p{L}\p{N}])(?:free(?![-\s](?:of|from|calls?|trials?|form|text|to)\b)|gratis|kostenlos\p{L}*|gratuite?s?|gratuit[oa]s?|\u0431\u0435\u0441\u043f\u043b\u0430\u0442\u043d\p{L}*|\u514d\u8d39|\u7121\u6599)(?![-\p{L}\p{N}])/iu;

type Priced = Pick<
  SkillRow,
  | "name"
  | "description"
  | "pricing_type"
  | "price_micros"
  | "price_per_call_micros"
  | "free_calls"
  | "operations"
  | "operation_prices"
  | "units"
  | "operation_units"
>;

/** A name or description that says "free" of a skill with a price; free calls make it less severe. */
export function checkPrice(row: Priced): Finding[] {
  if (!isPaid(row)) return [];
  const severity = row.pricing_type === "usage" && row.free_calls > 0 ? "medium" : "high";
  return (["name", "description"] as const)
    .filter((field) => SAYS_FREE.test(row[field] ?? ""))
    .map((field) => ({
      rule: "says_free",
      file: field,
      line: null,
      severity,
      message: "Says that it is free, and has a price.",
    }));
}

/** Whether the dearest use costs anything: by its price or, of calls, by its units. */
function isPaid(row: Priced): boolean {
  if (row.pricing_type === "subscription") return Number(row.price_micros ?? 0) > 0;
  const price = row.price_per_call_micros ?? 0;
  if (row.operations === null) return Number(price) > 0 || row.units.length > 0;
  return offered(row.operations).some(
    ({ name }) => Number(row.operation_prices[name] ?? price) > 0 || unitsOfTool(row, name).length > 0,
  );
}

async function checkField(name: ContentName, value: unknown): Promise<Finding[]> {
  const { form } = CONTENT[name];
  switch (form) {
    case "line":
    case "text":
      return typeof value === "string" ? checkText(name, value, []) : [];
    case "markdown":
      return typeof value === "string" ? checkText(name, value, [findUnrendered, findOutsideLinks]) : [];
    case "lines":
      return value === null ? [] : checkText(name, linesText(value), []);
    case "json": {
      const found: Finding[] = [];
      for (const { path, text } of stringsOf(value, name)) found.push(...(await checkText(printable(path), text)));
      // Line numbers inside a JSON string are meaningless.
      return found.map((finding) => ({ ...finding, line: null }));
    }
    // Neither is prose: an address is probed, a choice and an image are checked when they are sent.
    case "url":
    case "choice":
    case "image":
      return [];
  }
}

/** Tools whose text names another one: it may steer agents to call that, or away from it. */
function namesOfOthers(operations: readonly Operation[]): Finding[] {
  return operations.flatMap(({ name, description }): Finding[] => {
    const words = new Set(description.match(/[A-Za-z0-9_-]+/g) ?? []);
    const other = operations.find((one) => one.name !== name && /[_-]/.test(one.name) && words.has(one.name));
    if (!other) return [];
    const message = `The text of this tool names another one: ${printable(other.name)}.`;
    return [{ rule: "names_other_tool", file: `operations.${name}`, line: null, severity: "low", message }];
  });
}

/** Names of parameters for secrets that no one should send to a third party's endpoint, and for keys, which some skills need. */
const PRIVATE_NAME =
  /(?:^|[_.\s-])(?:password|passwd|passphrase|passcode|pin|cvv|cvc|ssn|mnemonic|(?:seed|recovery)[_\s-]?phrase|private[_\s-]?key|(?:credit[_\s-]?)?card[_\s-]?number)$/i;
const KEY_NAME = /(?:^|[_.\s-])(?:secret|token|api[_\s-]?key|access[_\s-]?key|credentials?|cookies?)$/i;

/** Parameters of a schema, however deep, by which callers would hand over secrets. */
function secretParameters(schema: unknown, path = "api_schema"): Finding[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties } = schema as { properties?: unknown };
  const names = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  const found = names.flatMap((name): Finding[] => {
    // `cardNumber` is read as `card_Number`.
    const words = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2");
    const isPrivate = PRIVATE_NAME.test(words);
    if (!isPrivate && !KEY_NAME.test(words)) return [];
    return [
      {
        rule: "asks_for_secret",
        file: printable(`${path}.properties.${name}`),
        line: null,
        severity: isPrivate ? "high" : "medium",
        message: "This parameter asks callers for a secret, which the developer's endpoint receives.",
      },
    ];
  });
  return [...found, ...Object.entries(schema).flatMap(([name, part]) => secretParameters(part, `${path}.${name}`))];
}

/** Every string in a schema with its path, including property names, which agents read, too. */
function* stringsOf(value: unknown, path: string): Generator<{ path: string; text: string }> {
  if (typeof value === "string") yield { path, text: value };
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    if (!Array.isArray(value)) yield { path, text: name };
    yield* stringsOf(part, `${path}.${name}`);
  }
}
