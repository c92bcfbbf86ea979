import { prisma } from "@/lib/platform/core/db";

/** The slug of a skill, and its name: that of the approved version, or of the current one while none is approved. */
export type SkillName = { slug: string; name: string };

/** The slugs and names of skills by id; unknown ids are left out. */
export async function namesOf(skillIds: string[]): Promise<Map<string, SkillName>> {
  const skills = await prisma().skill.findMany({
    where: { id: { in: [...new Set(skillIds)] } },
    select: { id: true, slug: true, liveRevisionId: true, currentRevisionId: true },
  });
  const shown = skills.map(({ liveRevisionId, currentRevisionId }) => liveRevisionId ?? currentRevisionId);
  const revisions = await prisma().skillRevision.findMany({
    where: { id: { in: shown } },
    select: { skillId: true, name: true },
  });
  const names = new Map(revisions.map(({ skillId, name }) => [skillId, name]));
  return new Map(skills.map(({ id, slug }) => [id, { slug, name: names.get(id) ?? "" }]));
}

/** The names of skills by slug, as `namesOf` finds them; a slug that is no skill's now is left out. */
export async function namesBySlug(slugs: string[]): Promise<Map<string, string>> {
  const skills = await prisma().skill.findMany({ where: { slug: { in: [...new Set(slugs)] } }, select: { id: true } });
  return new Map([...(await namesOf(skills.map(({ id }) => id))).values()].map(({ slug, name }) => [slug, name]));
}
