/** Whether a version may be installed. Invariant: only those who had a yanked one get it, by its exact version. */
import type { Caller } from "@/lib/platform/core/caller";
import { type Queryable, query } from "@/lib/platform/core/db";
import { AppError } from "@/lib/platform/core/errors";
import { ABOUT, byOf, nameOf } from "@/lib/supply/advisories/rows";
import type { AdvisoryKind } from "@/lib/supply/advisories/schemas";
import { requireUnpaused } from "@/lib/supply/packages/malware";

export type Affecting = { name: string; kind: AdvisoryKind; by: "seller" | "marketplace"; reason: string; since: Date };

type Row = { number: number; kind: AdvisoryKind; by_marketplace: boolean; summary: string; published_at: Date };

/** The advisories in force about an approved version of a skill, newest first. */
export async function affecting(skillId: string, revision: number, db?: Queryable): Promise<Affecting[]> {
  const rows = await query<Row>(
    "advisories.affecting",
    `SELECT a.number, a.kind, a.by_marketplace, a.summary, a.published_at
       FROM advisory a JOIN skill_revision r ON ${ABOUT}
      WHERE a.skill_id = $1 AND a.withdrawn_at IS NULL AND r.number = $2 ORDER BY a.number DESC`,
    [skillId, revision],
    db,
  );
  return rows.map((row) => ({
    name: nameOf(row),
    kind: row.kind,
    by: byOf(row),
    reason: row.summary,
    since: row.published_at,
  }));
}

type Wanted = { skill_id: string; slug: string; owner_id: string; revision_number: number };

/** Throws version_yanked for a version that its seller has yanked, and download_paused. Returns the advisories about it that are in force. */
export async function requireInstallable(wanted: Omit<Wanted, "owner_id">): Promise<Affecting[]> {
  const found = await affecting(wanted.skill_id, wanted.revision_number);
  const yank = found.find(({ kind }) => kind === "yank");
  if (yank) throw await yanked(wanted, yank);
  await requireUnpaused(wanted.skill_id, wanted.revision_number);
  return found;
}

/**
 * The same for a version that is named exactly: its owner, administrators and those who had it before the yank still get it.
 * Throws version_yanked and download_paused.
 */
export async function requireFetchable(caller: Caller | null, wanted: Wanted): Promise<Affecting[]> {
  const found = await affecting(wanted.skill_id, wanted.revision_number);
  const yank = found.find(({ kind }) => kind === "yank");
  if (yank && !(caller && (await mayFetch(caller, wanted, yank)))) throw await yanked(wanted, yank);
  if (!caller || !isOurs(caller, wanted)) await requireUnpaused(wanted.skill_id, wanted.revision_number);
  return found;
}

const isOurs = (caller: Caller, { owner_id }: Wanted) => caller.isAdmin || owner_id === caller.accountId;

const mayFetch = async (caller: Caller, wanted: Wanted, yank: Affecting) =>
  isOurs(caller, wanted) || (await hadIt(caller.accountId, wanted, yank.since));

const HAD = `SELECT EXISTS (SELECT FROM purchase WHERE buyer_id = $1 AND skill_id = $2 AND started_at < $4
    AND status = 'active')
  OR EXISTS (SELECT FROM usage_record u JOIN skill_revision d ON d.skill_id = u.skill_id AND d.number = u.skill_version
      JOIN skill_revision r ON r.skill_id = u.skill_id AND r.number = $3 AND r.package_id = d.package_id
    WHERE u.account_id = $1 AND u.skill_id = $2 AND u.kind = 'download' AND u.status = 'succeeded'
      AND u.created_at < $4) AS had`;

async function hadIt(accountId: string, { skill_id, revision_number }: Wanted, since: Date): Promise<boolean> {
  const [row] = await query<{ had: boolean }>("advisories.had", HAD, [accountId, skill_id, revision_number, since]);
  return row?.had === true;
}

const LATEST = `SELECT p.version FROM skill_revision r JOIN skill_package p ON p.id = r.package_id
  WHERE r.skill_id = $1 AND r.status = 'approved' AND p.removed_at IS NULL AND NOT package_yanked(p.id)
  ORDER BY r.number DESC LIMIT 1`;

async function yanked({ skill_id, slug }: Omit<Wanted, "owner_id">, { name, reason }: Affecting): Promise<AppError> {
  const [row] = await query<{ version: string }>("advisories.latest", LATEST, [skill_id]);
  const latest = row?.version ?? null;
  const remedy = latest ? ` Ask for version ${latest}.` : " No other version can be installed.";
  return new AppError("version_yanked", `The seller of ${slug} yanked this version: ${reason}${remedy}`, {
    param: "version",
    details: { advisory: name, reason, latest },
  });
}
