import { zipOf } from "@/lib/interfaces/client/zip";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma } from "@/lib/platform/core/db";
import * as publishing from "@/lib/supply/publishing/service";
import * as uploads from "@/lib/supply/publishing/uploads";
import * as review from "@/lib/supply/review/scheduled-decisions";
import { type SeedSkill, SKILLS } from "@/prisma/seed/skills";
import { readmeOf, skillMdOf } from "@/prisma/seed/texts";

/** What the second version of a skill changed: steps that replace others by their place or follow the last, a better description. */
type Change = { description?: string; about?: string; steps?: Record<number, string> };

const CHANGES: Record<string, Change> = {
  "incident-postmortem": {
    steps: {
      1: "Build the timeline from logs, pages and chat, each line with its time zone.",
      5: "Give every follow-up one owner, a date and the way to see that it is done.",
    },
  },
  "plain-language-editor": {
    description:
      "Rewrites letters, forms and help pages in plain language, and lists every change of meaning it avoided.",
    steps: {
      2: "Mark sentences with legal effect and leave their meaning untouched.",
      5: "List what was cut, and why.",
    },
  },
  "sql-explainer": {
    about:
      "Reads PostgreSQL, MySQL and SQLite. Says which joins may double rows and which filters an index can't serve.",
    steps: { 5: "Show the query again with a comment beside each part." },
  },
  "survey-cleaner": { steps: { 3: "Write a log of every changed cell: before, after, and the rule that changed it." } },
  "unit-conversion": {
    description:
      "Converts lengths, weights, temperatures, volumes and more between metric and imperial units, exactly.",
    about:
      "Refuses conversions that make no sense, such as miles into kilograms. Results have as many digits as the input.",
  },
  "json-diff": {
    about: "Reports each difference by its JSON Pointer. Order in arrays counts; order of keys doesn't.",
  },
};

/** The second version of a skill, or null. */
function changed(skill: SeedSkill): SeedSkill | null {
  const change = CHANGES[skill.slug];
  if (!change) return null;
  const { steps = {}, ...texts } = change;
  const guide = [...(skill.guide ?? [])];
  for (const [place, step] of Object.entries(steps)) guide.splice(Number(place), 1, step);
  return { ...skill, ...texts, ...(skill.guide && { guide }) };
}

/** Takes skills to their second version, as their developers do: edited, submitted, approved. Continues where it was cut off. */
export async function publishVersions(publishers: Map<string, Caller>, administrator: Caller): Promise<void> {
  for (const skill of SKILLS) {
    const next = changed(skill);
    const developer = publishers.get(skill.publisher);
    if (next && developer) await publishVersion(developer, administrator, next);
  }
}

async function publishVersion(developer: Caller, administrator: Caller, skill: SeedSkill): Promise<void> {
  const { id } = await prisma().skill.findUniqueOrThrow({ where: { slug: skill.slug }, select: { id: true } });
  const last = await prisma().skillRevision.findFirst({ where: { skillId: id }, orderBy: { number: "desc" } });
  if (last && last.number > 1 && last.status === "approved") return;
  if (last?.status !== "pending") {
    if (skill.guide && !(await prisma().skillPackage.count({ where: { skillId: id, version: "1.1.0" } })))
      await uploads.upload(developer, id, packageRequest(skill, "1.1.0"), false);
    await publishing.update(developer, id, {
      description: skill.description,
      readme: readmeOf(skill),
      submit: true,
    });
  }
  await review.decide(administrator, { skill_id: id, action: "approve" });
}

/** The upload of a skill's package, as a browser sends it. */
export function packageRequest(skill: SeedSkill, version: string): Request {
  const content = new TextEncoder().encode(skillMdOf(skill, version));
  return new Request("http://localhost/", {
    method: "PUT",
    headers: { "content-type": "application/zip" },
    body: zipOf([{ path: `${skill.slug}/SKILL.md`, content }]),
  });
}
