import { createHash } from "node:crypto";
import type { CategoryInfo } from "@/lib/supply/catalog/categories";
import { suggestCategory } from "@/lib/supply/importing/category";
import type { Draft } from "@/lib/supply/importing/openapi";
import type { ImportResult } from "@/lib/supply/importing/schemas";
import type { Inspection } from "@/lib/supply/packages/inspect";
import { CONTENT_NAMES } from "@/lib/supply/skills/content-fields";
import { CONTENT_FIELDS, type ExecutionType } from "@/lib/supply/skills/content-schemas";
import { contractIssues } from "@/lib/supply/skills/contract";
import { endpointUrlProblem } from "@/lib/supply/skills/endpoint-address";
import type { OwnedSkill } from "@/lib/supply/skills/schemas";

type Fields = ImportResult["proposal"];
const CONTRACT = ["api_schema", "response_schema", "examples"] as const;

/** A source that was read: the fields that it fills in, each of them valid, and its package when it has one. */
export type Reading = {
  fields: Fields;
  version: string | null;
  notes: string[];
  found: Inspection | null;
  digest: string;
};

/** A skill from its package: SKILL.md names and describes it, and its text is the readme. */
export function draftFromPackage({ name, description, instructions, version }: Inspection): Draft {
  const title = name.replaceAll("-", " ");
  return {
    content: {
      name: title.charAt(0).toUpperCase() + title.slice(1),
      description,
      ...(instructions.trim() !== "" && { readme: instructions.trim() }),
    },
    version,
    notes: [],
  };
}

/**
 * A draft as it can be stored: fields that break a rule are left out, with a note. A skill that is there already keeps its
 * category and, where only a folder's name suggests another, its name.
 */
export function readingOf(
  { content, version, notes }: Draft,
  current: OwnedSkill | null,
  found: Inspection | null,
  categories: CategoryInfo[],
): Reading {
  const fields: Record<string, unknown> = {};
  const said = [...notes];
  for (const name of CONTENT_NAMES) {
    if (content[name] === undefined || (current && found && name === "name")) continue;
    const { data, error } = CONTENT_FIELDS[name].safeParse(content[name]);
    const problem = error?.issues[0]?.message ?? (name === "api_endpoint" && endpointUrlProblem(String(data)));
    if (problem) said.push(`${name} was left out: it ${problem}.`);
    else fields[name] = data;
  }
  said.push(...withoutUnsound(fields));
  if (!current)
    fields.category = suggestCategory(
      [fields.name, fields.description, fields.readme].join(" "),
      categories.map(({ slug }) => slug),
    );
  const kind = kindOf(current, found !== null);
  if (kind) fields.execution_type = kind;
  const hashed = JSON.stringify([content, found?.contentSha256 ?? null]);
  const digest = createHash("sha256").update(hashed).digest("hex");
  return { fields: fields as Fields, version, notes: said, found, digest };
}

/** Takes away schemas and examples that a skill may not have. Returns why. */
function withoutUnsound(fields: Record<string, unknown>): string[] {
  const notes: string[] = [];
  for (const name of CONTRACT) {
    const contract = Object.fromEntries(CONTRACT.map((field) => [field, fields[field] ?? null]));
    const issue = contractIssues(contract as Parameters<typeof contractIssues>[0]).find(({ param }) =>
      param.startsWith(name),
    );
    if (!issue) continue;
    notes.push(`${name} was left out: ${issue.param} ${issue.message}.`);
    delete fields[name];
  }
  return notes;
}

/** How the skill is used with what the source adds; null when that does not change. */
function kindOf(current: OwnedSkill | null, isPackage: boolean): ExecutionType | null {
  const added = isPackage ? "download" : "api";
  if (!current) return added;
  return [added, "both"].includes(current.execution_type) ? null : "both";
}
