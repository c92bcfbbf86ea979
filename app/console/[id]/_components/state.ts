import type { z } from "zod";
import { comparedUnits, parseToolUnits, parseUnits, type UnitRow } from "@/app/console/[id]/_components/unit-rows";
import {
  CONTENT,
  CONTENT_NAMES,
  type ContentForm,
  type ContentName,
  linesText,
} from "@/lib/supply/skills/content-fields";
import { INTERVAL_NAMES } from "@/lib/supply/skills/intervals";
import type { OwnedSkill } from "@/lib/supply/skills/schemas";
import type { Terms } from "@/lib/supply/skills/terms";

/** A skill as the editor gets it: what the API answers. */
export type EditedSkill = z.output<typeof OwnedSkill>;

/** Commercial terms, which are no part of a revision. */
export const TERMS = [
  "pricing_type",
  "price",
  "subscription_interval",
  "price_per_call",
  "free_calls",
  "operation_prices",
  "units",
  "operation_units",
  "trial_days",
] as const;

/** The text of the editor's fields, as text. */
export type EditorState = Record<ContentName | (typeof TERMS)[number], string>;
export type FieldName = keyof EditorState;

const MICROS_PER_CREDIT = 1_000_000;

/** The fields of a skill as the editor shows them. */
export function stateOf(skill: EditedSkill): EditorState {
  const textOf = (name: ContentName, value: EditedSkill[ContentName]) => {
    if (typeof value === "string" || !value) return value ?? "";
    return CONTENT[name].form === "lines" ? linesText(value) : JSON.stringify(value, null, 2);
  };
  const content = Object.fromEntries(CONTENT_NAMES.map((name) => [name, textOf(name, skill[name])]));
  return {
    ...(content as Record<ContentName, string>),
    pricing_type: skill.pricing_type,
    price: String(skill.price ?? ""),
    subscription_interval: skill.subscription_interval ?? "month",
    price_per_call: String(skill.price_per_call ?? ""),
    free_calls: String(skill.free_calls),
    operation_prices: Object.keys(skill.operation_prices).length === 0 ? "" : JSON.stringify(skill.operation_prices),
    units: skill.units.length === 0 ? "" : JSON.stringify(skill.units),
    operation_units: Object.keys(skill.operation_units).length === 0 ? "" : JSON.stringify(skill.operation_units),
    trial_days: String(skill.trial_days),
  };
}

/** The JSON Schema of a text: null when there is none, and why it is none when it is wrong. */
export function parseSchema(text: string): {
  schema: Record<string, unknown> | null;
  problem: string | null;
} {
  if (text.trim() === "") return { schema: null, problem: null };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return { schema: value as Record<string, unknown>, problem: null };
    return { schema: null, problem: "must be a JSON object" };
  } catch (error) {
    return { schema: null, problem: `is not JSON yet: ${error instanceof Error ? error.message : ""}` };
  }
}

/** The examples of a text: null when there are none, and why they are none when they are wrong. */
export function parseExamples(text: string): { examples: unknown[] | null; problem: string | null } {
  if (text.trim() === "") return { examples: null, problem: null };
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return { examples: value, problem: null };
    return { examples: null, problem: "must be a list of examples, each with its input" };
  } catch (error) {
    return { examples: null, problem: `is not JSON yet: ${error instanceof Error ? error.message : ""}` };
  }
}

/** Whether a skill has several tools, which an import makes: one that is written here has one endpoint. */
export const hasToolsOf = ({ execution_type, endpoint_type, operations }: EditorState): boolean =>
  execution_type !== "download" && (endpoint_type === "mcp" || operations.trim() !== "");

/** The own prices of tools of a text, by name, and what is wrong with them. */
export function parsePrices(text: string): { prices: Record<string, number>; problem: string | null } {
  const prices = text.trim() === "" ? {} : (JSON.parse(text) as Record<string, number>);
  const isWrong = Object.values(prices).some((price) => !Number.isFinite(price) || price < 0);
  return { prices, problem: isWrong ? "must be numbers, 0 or more" : null };
}

/** Units as they are sent; throws with the reason when one cannot be sent yet. */
function sentUnits(rows: UnitRow[]) {
  return rows.map(({ name, price, most, free }) => {
    const unit = {
      name,
      price: amountOf(String(price)),
      most: amountOf(String(most)),
      free: amountOf(String(free)) ?? 0,
    };
    if (name === "" || unit.price === null || unit.most === null)
      throw new Error("need a name, a price and a maximum each");
    return unit;
  });
}

/** What the API is sent for a field; throws with the reason when it cannot be sent yet. */
function sentValue(field: FieldName, text: string): unknown {
  if (field === "operation_prices") {
    const { prices, problem } = parsePrices(text);
    if (problem) throw new Error(problem);
    return prices;
  }
  if (field === "units") return sentUnits(parseUnits(text));
  if (field === "operation_units")
    return Object.fromEntries(Object.entries(parseToolUnits(text)).map(([name, rows]) => [name, sentUnits(rows)]));
  if (field === "examples" || field === "operations" || field === "credentials") {
    const { examples, problem } = parseExamples(text);
    if (problem) throw new Error(problem);
    return examples;
  }
  if (isContent(field)) return sentContent(CONTENT[field].form, text);
  if (field === "price" || field === "price_per_call") return amountOf(text);
  if (field === "free_calls" || field === "trial_days") return amountOf(text) ?? 0;
  return text;
}

const isContent = (field: FieldName): field is ContentName => field in CONTENT;

function sentContent(form: ContentForm, text: string): unknown {
  switch (form) {
    case "line":
    case "text":
      if (text.trim() === "") throw new Error("must not be blank");
      return text.trim();
    case "markdown":
    case "url":
      return text.trim() === "" ? null : text;
    case "lines": {
      const lines = text.split("\n").flatMap((line) => line.trim() || []);
      return lines.length > 0 ? lines : null;
    }
    case "choice":
      return text;
    case "image":
      return text.startsWith("[") ? JSON.parse(text) : text || null;
    case "json": {
      const { schema, problem } = parseSchema(text);
      if (problem) throw new Error(problem);
      return schema;
    }
  }
}

function amountOf(text: string): number | null {
  if (text.trim() === "") return null;
  const amount = Number(text);
  if (!Number.isFinite(amount) || amount < 0) throw new Error("must be a number, 0 or more");
  return amount;
}

export type Problems = Partial<Record<FieldName, string>>;

/** What has changed since `base`, as the body of a PATCH, and what cannot be sent yet with the reason. */
export function changeOf(
  base: EditorState,
  now: EditorState,
  { withTerms }: { withTerms: boolean },
): { body: Record<string, unknown>; problems: Problems } {
  const body: Record<string, unknown> = {};
  const problems: Problems = {};
  for (const field of [...CONTENT_NAMES, ...(withTerms ? TERMS : [])]) {
    if (base[field] === now[field]) continue;
    try {
      body[field] = sentValue(field, now[field]);
    } catch (error) {
      problems[field] = error instanceof Error ? error.message : "is wrong";
    }
  }
  return { body, problems };
}

/** The terms alone, as the body of a PATCH. */
export function termsOf(base: EditorState, now: EditorState) {
  const { body, problems } = changeOf(base, now, { withTerms: true });
  const isTerm = ([field]: [string, unknown]) => (TERMS as readonly string[]).includes(field);
  return {
    body: Object.fromEntries(Object.entries(body).filter(isTerm)),
    problems: Object.fromEntries(Object.entries(problems).filter(isTerm)) as Problems,
  };
}

/** All terms that stand there, as the body of a PATCH; throws with the reason when one cannot be sent yet. */
export function allTermsOf(state: EditorState): Record<string, unknown> {
  return Object.fromEntries(TERMS.map((field) => [field, sentValue(field, state[field])]));
}

/** The terms that stand there, as prices are compared: micro-credits. */
export function comparedTermsOf(state: EditorState): Terms {
  return {
    pricingType: state.pricing_type === "usage" ? "usage" : "subscription",
    priceMicros: microsOf(state.price),
    subscriptionInterval: INTERVAL_NAMES.find((interval) => interval === state.subscription_interval) ?? null,
    pricePerCallMicros: microsOf(state.price_per_call),
    freeCalls: Number(state.free_calls) || 0,
    operationPrices: Object.fromEntries(
      Object.entries(parsePrices(state.operation_prices).prices).map(([name, price]) => [
        name,
        String(Math.round(price * MICROS_PER_CREDIT)),
      ]),
    ),
    units: comparedUnits(parseUnits(state.units)),
    operationUnits: Object.fromEntries(
      Object.entries(parseToolUnits(state.operation_units)).map(([name, units]) => [name, comparedUnits(units)]),
    ),
    trialDays: Number(state.trial_days) || 0,
    plans: [],
  };
}

function microsOf(text: string): bigint | null {
  const micros = Math.round(Number(text) * MICROS_PER_CREDIT);
  return text.trim() === "" || !Number.isFinite(micros) ? null : BigInt(micros);
}

/** The terms of a skill in place of those that stand there. */
export function withTermsOf(state: EditorState, skill: EditedSkill): EditorState {
  const saved = stateOf(skill);
  return { ...state, ...Object.fromEntries(TERMS.map((field) => [field, saved[field]])) };
}

/** One thing that a skill needs, or is better with, and the field where it is given. */
export type CheckItem = { field: string; label: string; isDone: boolean; isRequired: boolean };

/**
 * What is done and what is missing before a submission, in the order of the page. A field with an error is not done,
 * from this browser or the API.
 */
export function checklistOf(
  state: EditorState,
  hasPackage: boolean,
  errorAt: (field: string) => string | undefined,
): CheckItem[] {
  const needsEndpoint = state.execution_type !== "download";
  const needsPackage = state.execution_type !== "api";
  const isFilled = (text: string) => text.trim() !== "";
  const priceField = state.pricing_type === "usage" ? "price_per_call" : "price";
  const items: (CheckItem | false)[] = [
    { field: "name", label: "A name", isDone: isFilled(state.name), isRequired: true },
    {
      field: "description",
      label: "A short description",
      isDone: isFilled(state.description),
      isRequired: true,
    },
    { field: "readme", label: "A readme", isDone: isFilled(state.readme), isRequired: false },
    needsEndpoint && {
      field: "api_endpoint",
      label: "An https endpoint",
      isDone: isFilled(state.api_endpoint),
      isRequired: true,
    },
    needsEndpoint &&
      state.endpoint_type === "mcp" && {
        field: "operations",
        label: "The server's tools",
        isDone: isFilled(state.operations),
        isRequired: true,
      },
    needsEndpoint &&
      !isFilled(state.operations) && {
        field: "api_schema",
        label: "A schema of its parameters",
        isDone: isFilled(state.api_schema) && parseSchema(state.api_schema).problem === null,
        isRequired: isFilled(state.api_schema),
      },
    needsPackage && { field: "package", label: "A package", isDone: hasPackage, isRequired: true },
    {
      field: priceField,
      label: state.pricing_type === "usage" ? "A price per call" : "A price per term",
      isDone: isFilled(state[priceField]),
      isRequired: true,
    },
  ];
  return items
    .filter((item) => item !== false)
    .map((item) => ({ ...item, isDone: item.isDone && errorAt(item.field) === undefined }));
}
