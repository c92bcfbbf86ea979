-- What comes (back) onto the marketplace is shown with what was counted meanwhile.
CREATE OR REPLACE FUNCTION skill_use_show() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE skill_use u SET changes = u.changes + 1
    FROM (SELECT skill_id FROM skill_use WHERE skill_id IN (SELECT skill_id FROM added) ORDER BY skill_id FOR UPDATE) AS l WHERE l.skill_id = u.skill_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER skill_use_show AFTER INSERT ON listing REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION skill_use_show();
