-- A purchase and the closing of its seller's account wait for each other, so that no one buys a skill that has just
-- been removed.
CREATE OR REPLACE FUNCTION purchase_of_listed_skill() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM listing WHERE skill_id = NEW.skill_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the skill is not on the marketplace' USING ERRCODE = 'foreign_key_violation',
      CONSTRAINT = 'purchase_of_listed_skill';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER purchase_of_listed_skill BEFORE INSERT ON purchase FOR EACH ROW
  EXECUTE FUNCTION purchase_of_listed_skill();
