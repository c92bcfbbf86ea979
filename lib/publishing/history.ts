/** The history of a skill in review. It is written inside the transaction of what it tells. */
import { type Queryable, query } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";

/** One step of a revision, and who took it. */
type Step = {
  skillId: string;
  revisionId: string;
  actorId: string;
  action: string;
  reason?: string | null;
};

/** Writes a step into a skill's history. */
export async function write(
  db: Queryable,
  { skillId, revisionId, actorId, action, reason = null }: Step,
): Promise<void> {
  await query(
    "history.write",
    "INSERT INTO review_event (id, skill_id, revision_id, actor_id, action, reason) VALUES ($1, $2, $3, $4, $5, $6)",
    [newId(), skillId, revisionId, actorId, action, reason],
    db,
  );
}
