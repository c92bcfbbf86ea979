-- A review that a skill has received, for its developer. Reviewers are shown by name on the skill's page, so not here.
CREATE OR REPLACE FUNCTION webhook_of_review() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v record;
BEGIN
  SELECT slug, owner_id INTO v FROM skill WHERE id = NEW.skill_id;
  PERFORM webhook_emit(v.owner_id, 'review.received',
    jsonb_build_object('review_id', NEW.id, 'skill', v.slug, 'rating', NEW.rating, 'text', NEW.text));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER webhook_of_review AFTER INSERT ON skill_review FOR EACH ROW
  EXECUTE FUNCTION webhook_of_review();
