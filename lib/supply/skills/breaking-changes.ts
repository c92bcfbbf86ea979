import { boundTo } from "@/lib/supply/skills/credential-places";
import type { CredentialDeclaration } from "@/lib/supply/skills/credential-schemas";
import type { Operation } from "@/lib/supply/skills/operation-schemas";
import { type ParameterChange, parameterChanges } from "@/lib/supply/skills/parameter-changes";

type Schema = Record<string, unknown>;

type Promised = { api_schema: Schema | null; response_schema: Schema | null };
type Skill = Promised & {
  operations?: readonly Operation[] | null;
  credentials?: readonly CredentialDeclaration[] | null;
  api_endpoint?: string | null;
};

export const RESULT_CHANGES = ["removed", "made_optional", "widened"] as const;
type ResultChange = { name: string; change: (typeof RESULT_CHANGES)[number] };

/** A change that may break callers: of a parameter, of a field of the result, of a tool, or of what buyers must have stored. */
export type BreakingChange = {
  of: "parameter" | "result" | "tool" | "credential";
  /** The path of the parameter or field: `options.language`, `result.items[].name`. */
  name: string;
  change: "made_required" | "narrowed" | "moved" | ResultChange["change"];
};

/** How a change of the result looks when its two schemas are compared in the other direction. */
const REVERSED: Partial<Record<ParameterChange["change"], ResultChange["change"]>> = {
  added: "removed",
  made_required: "made_optional",
  narrowed: "widened",
};
const RESULT = "result";
const resultOf = (schema: Schema | null) => ({ properties: { [RESULT]: schema ?? {} } });

/**
 * What may break callers between two revisions of a skill: parameters that are removed, required now or admit less, fields of
 * the result that are removed, may be missing now or may hold more, and credentials that are new or go elsewhere. Schemas inside
 * combinators and behind references are not compared.
 */
export function breakingChanges(before: Skill, after: Skill): BreakingChange[] {
  const tools = shownOf(before).flatMap((tool): BreakingChange[] => {
    const next = shownOf(after).find(({ name }) => name === tool.name);
    if (!next) return [{ of: "tool", name: tool.name, change: "removed" }];
    return ofOne(schemasOf(tool), schemasOf(next)).map((one) => ({ ...one, name: `${tool.name}.${one.name}` }));
  });
  // Callers of an endpoint that becomes a base of several have nothing to call.
  const isSplit = !before.operations && after.operations;
  const ended: BreakingChange[] = isSplit ? [{ of: "tool", name: "execute", change: "removed" }] : [];
  return [...ended, ...tools, ...credentialChanges(before, after), ...ofOne(before, after)];
}

/** The credentials without which calls are refused now, until buyers store them, or store them again. */
function credentialChanges(before: Skill, after: Skill): BreakingChange[] {
  return askedBy(after).flatMap((declared): BreakingChange[] => {
    const { name } = declared;
    const known = askedBy(before).find((one) => one.name === name);
    if (!known) return [{ of: "credential", name, change: "made_required" }];
    const [one, other] = [boundTo(before, known), boundTo(after, declared)];
    const isSame = one.endpoint === other.endpoint && one.place === other.place;
    return isSame ? [] : [{ of: "credential", name, change: "moved" }];
  });
}

const askedBy = ({ api_endpoint, credentials }: Skill) => (api_endpoint ? (credentials ?? []) : []);

const shownOf = ({ operations }: Skill) => (operations ?? []).filter(({ hidden }) => !hidden);
const schemasOf = (tool: Operation): Promised => ({
  api_schema: tool.input_schema,
  response_schema: tool.output_schema,
});

function ofOne(before: Promised, after: Promised): BreakingChange[] {
  const parameters = parameterChanges(before.api_schema, after.api_schema).flatMap(
    ({ name, change, breaking }): BreakingChange[] => {
      if (!breaking || change === "made_optional" || change === "changed") return [];
      return [{ of: "parameter", name, change: change === "added" ? "made_required" : change }];
    },
  );
  const results = resultChanges(before.response_schema, after.response_schema);
  return [...parameters, ...results.map((change): BreakingChange => ({ of: "result", ...change }))];
}

/** What may break those who read the result, between two schemas of it. */
export function resultChanges(before: Schema | null, after: Schema | null): ResultChange[] {
  if (before === null) return [];
  // Compared the other way round: a field that is new in the older schema was removed.
  return parameterChanges(resultOf(after), resultOf(before)).flatMap(({ name, change }) => {
    const found = REVERSED[change];
    return found ? [{ name, change: found }] : [];
  });
}

const WORDS: Record<BreakingChange["change"], string> = {
  removed: "is removed",
  made_required: "is required now",
  made_optional: "may be missing now",
  narrowed: "accepts less than before",
  widened: "may hold other values than before",
  moved: "goes elsewhere now, and must be stored again",
};

/** A breaking change in words: `Parameter language is removed`. */
export function breakingText({ of, name, change }: BreakingChange): string {
  const kind = { parameter: "Parameter", result: "Field", tool: "Tool", credential: "Credential" }[of];
  return `${kind} ${name} ${WORDS[change]}`;
}
