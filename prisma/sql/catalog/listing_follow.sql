-- A listing that comes, or comes back: the next run of the counters shows what was counted while it was away. A
-- statement's listings are handled together, so that counters are locked in one order.
CREATE OR REPLACE FUNCTION listing_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE skill_use u SET changes = u.changes + 1
    FROM (SELECT skill_id FROM skill_use WHERE skill_id IN (SELECT skill_id FROM changed)
      ORDER BY skill_id FOR UPDATE) AS l
    WHERE l.skill_id = u.skill_id;
  UPDATE skill_trust t SET changes = t.changes + 1
    FROM (SELECT skill_id FROM skill_trust WHERE skill_id IN (SELECT skill_id FROM changed)
      ORDER BY skill_id FOR UPDATE) AS l
    WHERE l.skill_id = t.skill_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER listing_follow_insert AFTER INSERT ON listing REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listing_follow();
