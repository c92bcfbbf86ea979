CREATE OR REPLACE FUNCTION listing_search_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM listing_search s USING changed WHERE s.skill_id = changed.skill_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER listing_search_delete AFTER DELETE ON listing REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION listing_search_delete();
