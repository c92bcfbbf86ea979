-- Reviews that were written before it was noted whether they count: none of the developer's own accounts, of members of the
-- same organizations and these themselves, nor of those that pay with the same card.
WITH uncounted AS (
  UPDATE skill_review v SET is_counted = false FROM skill s WHERE s.id = v.skill_id AND v.is_counted
    AND (v.account_id = s.owner_id
      OR EXISTS (SELECT FROM membership m WHERE m.organization_id = s.owner_id AND m.person_id = v.account_id)
      OR EXISTS (SELECT FROM membership m WHERE m.person_id = s.owner_id AND m.organization_id = v.account_id)
      OR EXISTS (SELECT FROM membership m JOIN membership n USING (organization_id)
        WHERE m.person_id = s.owner_id AND n.person_id = v.account_id)
      OR EXISTS (SELECT FROM topup_order a JOIN topup_order b USING (card_fingerprint)
        WHERE a.account_id = s.owner_id AND b.account_id = v.account_id))
  RETURNING v.skill_id, v.account_id),
rated AS (
  SELECT s.skill_id, coalesce(sum(v.rating), 0) AS sum, count(v.rating) AS count,
      ARRAY[count(*) FILTER (WHERE v.rating = 1), count(*) FILTER (WHERE v.rating = 2),
        count(*) FILTER (WHERE v.rating = 3), count(*) FILTER (WHERE v.rating = 4),
        count(*) FILTER (WHERE v.rating = 5)] AS counts
    FROM (SELECT DISTINCT skill_id FROM uncounted) AS s
      LEFT JOIN skill_review v ON v.skill_id = s.skill_id AND v.is_counted AND NOT EXISTS (
        SELECT FROM uncounted u WHERE u.skill_id = v.skill_id AND u.account_id = v.account_id)
     GROUP BY 1)
UPDATE listing l SET rating_sum = r.sum, rating_count = r.count, rating_counts = r.counts,
    rating_score = (r.sum + 5 * 3.5) / (r.count + 5)::float
  FROM rated r WHERE l.skill_id = r.skill_id;
