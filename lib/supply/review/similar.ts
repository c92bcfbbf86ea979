/** What a submission resembles: copies of other developers' skills, names that could be mistaken, and prices out of line. */
import { query } from "@/lib/platform/core/db";
import { toCredits } from "@/lib/platform/core/money";
import type { SkillRow } from "@/lib/supply/publishing/rows";
import type { PriceComparison, SimilarSkill } from "@/lib/supply/review/similar-schemas";
import { DEMO_PROVIDER, originKey } from "@/lib/supply/skills/endpoint-address";
import { INTERVALS } from "@/lib/supply/skills/intervals";

/** Names this similar, of 1, can be mistaken for each other. */
const MIN_NAME_SIMILARITY = 0.6;
/** A slip of the keys: so many letters differ at most, in names of at least so many letters. */
const MAX_TYPOS = 2;
const MIN_TYPO_CHARS = 6;
const MAX_COMPARED_NAME_CHARS = 100;
/** Shorter texts are alike by chance. */
const MIN_TEXT_CHARS = 40;
const MAX_SIMILAR = 10;
/** A price is out of line from this many times the usual one. */
const MAX_TIMES_MEDIAN = 10;
/** Two descriptions are of different things when they share less than this part of the shorter one's words. */
const MIN_SHARED_WORDS = 0.2;
const MIN_WORDS = 4;
const MIN_PRICES = 5;
const DAYS_A_MONTH = 30n;

type SimilarRow = {
  skill_id: string;
  slug: string;
  name: string;
  developer_id: string;
  developer_name: string;
  developer_verified: boolean;
  live: boolean;
  same_name: boolean;
  same_text: boolean;
  same_package: boolean;
  same_endpoint: boolean;
};

/** Skills of other developers, live or pending, that a revision resembles; the live ones first. */
export async function similarTo(row: SkillRow): Promise<SimilarSkill[]> {
  const endpoint = row.api_endpoint === null ? null : URL.parse(row.api_endpoint);
  // Everybody may use the demo's endpoints.
  const isOwnEndpoint = endpoint !== null && originKey(endpoint) !== DEMO_PROVIDER;
  const rows = await query<SimilarRow>(
    "review.similar",
    `SELECT g.skill_id, g.slug, g.name, g.developer_id, g.developer_name, g.developer_verified, g.live,
       g.same_name, g.same_text,
       g.same_package, g.same_endpoint FROM (
       SELECT s.id AS skill_id, s.slug, r.name, a.id AS developer_id, a.name AS developer_name,
           a.verified_at IS NOT NULL AS developer_verified,
           EXISTS (SELECT 1 FROM listing l WHERE l.skill_id = s.id) AS live,
           similarity(lower(r.name), lower($name::text)) >= ${MIN_NAME_SIMILARITY}
             OR length($name::text) >= ${MIN_TYPO_CHARS}
               AND levenshtein_less_equal(lower(left(r.name, ${MAX_COMPARED_NAME_CHARS})),
               lower(left($name::text, ${MAX_COMPARED_NAME_CHARS})), ${MAX_TYPOS}) <= ${MAX_TYPOS}
             OR length($slug::text) >= ${MIN_TYPO_CHARS}
               AND levenshtein_less_equal(s.slug, $slug::text, ${MAX_TYPOS}) <= ${MAX_TYPOS} AS same_name,
           length($description::text) >= ${MIN_TEXT_CHARS} AND r.description = $description::text OR length($readme::text) >= ${MIN_TEXT_CHARS}
             AND r.readme = $readme::text AS same_text,
           coalesce(p.content_sha256 = (SELECT content_sha256 FROM skill_package
             WHERE id = $package::uuid), false) AS same_package,
           coalesce(r.api_endpoint = $endpoint::text, false) AS same_endpoint
         FROM skill s JOIN skill_revision r ON r.id = coalesce(s.live_revision_id, s.current_revision_id)
           JOIN account a ON a.id = s.owner_id LEFT JOIN skill_package p ON p.id = r.package_id
        WHERE s.id <> $skill::uuid AND s.owner_id <> $owner::uuid AND s.visibility = 'public'
          AND (s.live_revision_id IS NOT NULL OR s.status = 'pending')) AS g
      WHERE g.same_name OR g.same_text OR g.same_package OR g.same_endpoint
      ORDER BY g.live DESC, g.same_package DESC, g.same_text DESC, similarity(lower(g.name), lower($name::text)) DESC,
      g.skill_id LIMIT ${MAX_SIMILAR}`,
    {
      skill: row.id,
      owner: row.owner_id,
      name: row.name,
      slug: row.slug,
      description: row.description,
      readme: row.readme ?? "",
      package: row.package_id,
      endpoint: isOwnEndpoint ? row.api_endpoint : null,
    },
  );
  return rows.map(({ same_name, same_text, same_package, same_endpoint, ...skill }) => ({
    skill_id: skill.skill_id,
    slug: skill.slug,
    name: skill.name,
    developer: {
      id: skill.developer_id,
      name: skill.developer_name,
      verified: skill.developer_verified,
    },
    live: skill.live,
    alike: [
      ...(same_name ? (["name"] as const) : []),
      ...(same_text ? (["text"] as const) : []),
      ...(same_package ? (["package"] as const) : []),
      ...(same_endpoint ? (["endpoint"] as const) : []),
    ],
  }));
}

/** The days of each term in SQL, so that $4 a day is not compared as if it were $4 a month. */
const DAYS = Object.entries(INTERVALS)
  .map(([name, { comparedDays }]) => `WHEN '${name}' THEN ${comparedDays}`)
  .join(" ");

/** What a subscription costs in 30 days, in micros. */
function monthly({ price_micros, subscription_interval }: SkillRow): bigint {
  return (BigInt(price_micros ?? 0) * DAYS_A_MONTH) / INTERVALS[subscription_interval ?? "month"].comparedDays;
}

/**
 * The price beside the usual one of its pricing type, in its category or, when too few skills of that have one, in all of them;
 * null when too few have one at all. Subscriptions of every term are compared by what they cost in 30 days.
 */
export async function comparePrice(row: SkillRow): Promise<PriceComparison | null> {
  const rows = await query<{ median: string; count: number; in_category: boolean }>(
    "review.prices",
    `SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY g.price) AS median, count(*)::int AS count, k.in_category
       FROM (VALUES (true), (false)) AS k (in_category) JOIN (
         SELECT category, CASE WHEN $2::text = 'usage' THEN price_per_call_micros
          ELSE price_micros * 30 / (CASE subscription_interval ${DAYS} END) END AS price FROM listing
          WHERE pricing_type = $2::text AND (execution_type = 'download') = $4::boolean AND skill_id <> $3::uuid) AS g
         ON NOT k.in_category OR g.category = $1::text
      WHERE g.price > 0 GROUP BY k.in_category`,
    [row.category, row.pricing_type, row.id, row.execution_type === "download"],
  );
  const enough = rows.filter(({ count }) => count >= MIN_PRICES);
  const found = enough.find(({ in_category }) => in_category) ?? enough[0];
  const price = row.pricing_type === "usage" ? BigInt(row.price_per_call_micros ?? 0) : monthly(row);
  if (!found || price === 0n) return null;
  const median = BigInt(found.median);
  return {
    median: toCredits(median),
    times: Math.round((Number(price) / Number(median)) * 10) / 10,
    skills: found.count,
    in_category: found.in_category,
    is_out_of_line: price >= median * BigInt(MAX_TIMES_MEDIAN),
  };
}

/** Whether two descriptions have so few words in common that they are hardly of the same thing. Short ones say too little. */
export function areUnlike(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const least = Math.min(words.size, others.size);
  if (least < MIN_WORDS) return false;
  return [...words].filter((word) => others.has(word)).length < MIN_SHARED_WORDS * least;
}

/** The beginnings of the longer words, so that "calendar" and "calendars" are one. */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{M}]{4,}/gu) ?? [];
  return new Set(words.map((word) => word.slice(0, 5)));
}
