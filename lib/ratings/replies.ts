/**
 * Developers' answers to reviews of their skills. Invariant: one answer a review, written by the owner of the skill;
 * the review and its rating are never touched.
 */
import type { Caller } from "@/lib/core/caller";
import { query } from "@/lib/core/db";
import { notFound } from "@/lib/core/errors";
import { MAX_TOTAL, toPage } from "@/lib/core/page";
import type { OwnReviewsQuery, ReplyInput } from "@/lib/ratings/schemas";
import { type RatingRow, toView } from "@/lib/ratings/service";

const ANSWERED = `RETURNING v.id, v.rating, v.text, v.reply, v.replied_at, false AS is_own, v.created_at, v.updated_at,
  (SELECT a.name FROM account a WHERE a.id = v.account_id) AS author`;

/** Answers a review of one of the caller's skills, or changes the answer. Throws not_found. */
export async function put(caller: Caller, id: string, { text }: ReplyInput) {
  const [row] = await query<RatingRow>(
    "replies.put",
    `UPDATE skill_review v SET reply = $3, replied_at = coalesce(v.replied_at, now()) FROM skill s
      WHERE v.id = $1 AND s.id = v.skill_id AND s.owner_id = $2 ${ANSWERED}`,
    [id, caller.accountId, text],
  );
  if (!row) throw notFound();
  return toView(row);
}

/** Takes the answer to a review back. Throws not_found, also when there is none. */
export async function remove(caller: Caller, id: string) {
  const [row] = await query<RatingRow>(
    "replies.remove",
    `UPDATE skill_review v SET reply = NULL, replied_at = NULL FROM skill s
      WHERE v.id = $1 AND s.id = v.skill_id AND s.owner_id = $2 AND v.reply IS NOT NULL ${ANSWERED}`,
    [id, caller.accountId],
  );
  if (!row) throw notFound();
  return toView(row);
}

/** The reviews of one of the caller's skills, listed or not, newest first. Throws not_found. */
export async function list(caller: Caller, skillId: string, { unanswered, limit, offset }: OwnReviewsQuery) {
  const [counted] = await query<{ count: number }>(
    "replies.count",
    `SELECT (SELECT count(*)::int FROM (SELECT 1 FROM skill_review v WHERE v.skill_id = s.id AND (NOT $3 OR v.reply IS NULL)
       LIMIT ${MAX_TOTAL + 1}) AS counted) AS count FROM skill s WHERE s.id = $1 AND s.owner_id = $2`,
    [skillId, caller.accountId, unanswered],
  );
  if (!counted) throw notFound();
  const rows = await query<RatingRow>(
    "replies.list",
    `SELECT v.id, v.rating, v.text, v.reply, v.replied_at, a.name AS author, false AS is_own, v.created_at, v.updated_at
       FROM skill_review v JOIN account a ON a.id = v.account_id
      WHERE v.skill_id = $1 AND (NOT $2 OR v.reply IS NULL) ORDER BY v.created_at DESC, v.account_id LIMIT $3 OFFSET $4`,
    [skillId, unanswered, limit, offset],
  );
  return toPage(rows.map(toView), counted.count, { limit, offset });
}
