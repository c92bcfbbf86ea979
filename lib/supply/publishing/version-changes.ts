/** What each version of a skill changed: texts, parameters, files and prices, against the approved version before it. */
import { prisma } from "@/lib/platform/core/db";
import { addedBehavior } from "@/lib/supply/packages/behavior";
import type { PackageBehavior } from "@/lib/supply/packages/behavior-schemas";
import { type FileChange, fileChanges } from "@/lib/supply/packages/compare";
import type { ManifestFile } from "@/lib/supply/packages/inspect";
import { nextTermsText } from "@/lib/supply/publishing/terms-text";
import { COMPARED_TEXTS, type SkillVersion } from "@/lib/supply/publishing/version-schemas";
import { resultChanges } from "@/lib/supply/skills/breaking-changes";
import { parameterChanges } from "@/lib/supply/skills/parameter-changes";

type Compared = { id: string; previous_id: string | null; approved_at: Date };
type Changes = SkillVersion["changes"];
type PriceChange = { before: string; after: string; at: Date };

/** Returns a function that gives the changes of each version of a page, newest first. */
export async function compareVersions(
  skillId: string,
  liveId: string,
  versions: readonly Compared[],
): Promise<(version: Compared) => Changes> {
  const ids = versions.flatMap(({ id, previous_id }) => (previous_id ? [id, previous_id] : [id]));
  const revisions = await prisma().skillRevision.findMany({
    where: { id: { in: ids } },
    select: {
      id: true,
      name: true,
      description: true,
      category: true,
      executionType: true,
      apiSchema: true,
      responseSchema: true,
      packageId: true,
      reviewedAt: true,
    },
  });
  const byId = new Map(revisions.map((revision) => [revision.id, revision]));
  const packages = await packagesOf(revisions.map(({ packageId }) => packageId));
  const prices = await pricesOf(skillId);
  return ({ id, previous_id, approved_at }) => {
    const [after, before] = [byId.get(id), byId.get(previous_id ?? "")];
    const until = id === liveId ? Number.POSITIVE_INFINITY : approved_at.getTime();
    const since = before ? (before.reviewedAt?.getTime() ?? 0) : approved_at.getTime();
    const changed = prices.filter(({ at }) => at.getTime() > since && at.getTime() <= until);
    if (!after || !before)
      return { texts: [], parameters: [], results: [], files: [], permissions: [], prices: changed };
    return {
      texts: textsThatDiffer(before, after),
      parameters: parameterChanges(schemaOf(before.apiSchema), schemaOf(after.apiSchema)),
      results: resultChanges(schemaOf(before.responseSchema), schemaOf(after.responseSchema)),
      files: filesThatDiffer(packages, before.packageId, after.packageId),
      permissions: permissionsAdded(packages, before.packageId, after.packageId),
      prices: changed,
    };
  };
}

type Texts = { name: string; description: string; category: string; executionType: string };

function textsThatDiffer(before: Texts, after: Texts): Changes["texts"] {
  const textOf = (texts: Texts, field: (typeof COMPARED_TEXTS)[number]) =>
    field === "execution_type" ? texts.executionType : texts[field];
  return COMPARED_TEXTS.map((field) => ({
    field,
    before: textOf(before, field),
    after: textOf(after, field),
  })).filter((text) => text.before !== text.after);
}

const schemaOf = (value: unknown) => (value ?? null) as Record<string, unknown> | null;

/** Empty where a package's list of files is no longer stored. */
function filesThatDiffer(packages: Packages, before: string | null, after: string | null): FileChange[] {
  if (before === after) return [];
  const filesOf = (id: string | null) => (id === null ? [] : packages.get(id)?.files);
  const [old, next] = [filesOf(before), filesOf(after)];
  return old && next ? fileChanges(old, next) : [];
}

/** Empty where one of the packages was never looked at. */
function permissionsAdded(packages: Packages, before: string | null, after: string | null): Changes["permissions"] {
  if (before === after) return [];
  const [old, next] = [packages.get(before ?? "")?.behavior, packages.get(after ?? "")?.behavior];
  return old && next ? addedBehavior(old, next) : [];
}

/** What a version's package does that the one before did not; empty where one of them was never looked at. */
export async function newPermissions(before: string | null, after: string | null): Promise<Changes["permissions"]> {
  return permissionsAdded(await packagesOf([before, after]), before, after);
}

type Packages = Map<string, { files: ManifestFile[]; behavior: PackageBehavior | null }>;

async function packagesOf(ids: (string | null)[]): Promise<Packages> {
  const rows = await prisma().skillPackage.findMany({
    where: { id: { in: [...new Set(ids.filter((id) => id !== null))] }, removedAt: null },
    select: { id: true, manifest: true, behavior: true },
  });
  return new Map(
    rows.map(({ id, manifest, behavior }) => [
      id,
      { files: manifest as ManifestFile[], behavior: behavior as PackageBehavior | null },
    ]),
  );
}

/** Every change of the price that has applied, oldest first. */
async function pricesOf(skillId: string): Promise<PriceChange[]> {
  const events = await prisma().reviewEvent.findMany({
    where: { skillId, action: "reprice", appliesAt: null },
    orderBy: { createdAt: "asc" },
    select: { termsBefore: true, termsAfter: true, createdAt: true },
  });
  return events.flatMap(({ termsBefore, termsAfter, createdAt: at }) => {
    const [before, after] = [nextTermsText(termsBefore), nextTermsText(termsAfter)];
    return before && after ? [{ before, after, at }] : [];
  });
}
