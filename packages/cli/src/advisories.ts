import { CliError } from "./failure.ts";
import type { Locked } from "./lock.ts";

export const SEVERITIES = ["low", "moderate", "high", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** An advisory of the marketplace's feed, in OSV's form. */
type Osv = {
  id: string;
  summary: string;
  withdrawn?: string;
  affected: { package: { name: string }; versions: string[]; database_specific: { sha256: string[] } }[];
  database_specific: { kind: string; severity: string; action: string; fixed_in: string | null };
};
type Page = { advisories: Osv[]; next_cursor: string; has_more: boolean };

/** What is wrong with an installed version. */
export type Found = {
  skill: string;
  version: string;
  advisory: string;
  kind: string;
  severity: Severity;
  summary: string;
  action: string;
  fixed_in: string | null;
  sha256: string;
};

const MAX_SKILLS = 100;

async function read(source: string, slugs: string[]): Promise<Osv[]> {
  const all: Osv[] = [];
  for (let cursor = "0"; ; ) {
    const response = await fetch(`${source}/advisories.json?skills=${slugs.join(",")}&cursor=${cursor}`).catch(
      (cause: unknown) => {
        throw new CliError(`${source} cannot be reached to ask for advisories: ${(cause as Error).message}`);
      },
    );
    if (!response.ok) throw new CliError(`${source}/advisories.json has status ${response.status}.`);
    const page = (await response.json()) as Page;
    all.push(...page.advisories);
    if (!page.has_more) return all;
    cursor = page.next_cursor;
  }
}

/** What the marketplace says of these versions of skills now. Throws CliError when it can't be asked. */
export async function advisoriesFor(
  source: string,
  installed: Record<string, Pick<Locked, "version" | "sha256">>,
): Promise<Found[]> {
  const slugs = Object.keys(installed);
  const found: Found[] = [];
  for (let at = 0; at < slugs.length; at += MAX_SKILLS)
    for (const osv of await read(source, slugs.slice(at, at + MAX_SKILLS))) found.push(...matching(osv, installed));
  return found;
}

function matching(osv: Osv, installed: Record<string, Pick<Locked, "version" | "sha256">>): Found[] {
  if (osv.withdrawn) return [];
  const { kind, severity, action, fixed_in } = osv.database_specific;
  return osv.affected.flatMap(({ package: { name }, versions, database_specific: { sha256 } }) => {
    const here = Object.hasOwn(installed, name) ? installed[name] : undefined;
    if (!here || !(sha256.includes(here.sha256) || versions.includes(here.version))) return [];
    const about = {
      skill: name,
      version: here.version,
      advisory: osv.id,
      kind,
      summary: osv.summary,
      action,
      fixed_in,
    };
    // An unknown severity of a newer marketplace counts as the worst.
    const known = SEVERITIES.find((one) => one === severity.toLowerCase()) ?? "critical";
    return [{ ...about, severity: known, sha256: here.sha256 }];
  });
}

/** An advisory in a sentence. */
export function sentenceOf({ skill, version, advisory, kind, severity, summary, action, fixed_in }: Found): string {
  const what = kind === "yank" ? "was yanked" : kind === "malware" ? "is malware" : `has a ${severity} vulnerability`;
  const remedy = fixed_in === null ? action : `${action} Fixed in ${fixed_in}.`;
  return `${skill} ${version} ${what} (${advisory}): ${summary} ${remedy}`;
}
