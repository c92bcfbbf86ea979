-- A skill that was never approved may be deleted by its developer, with its revisions and packages; what was on sale
-- stays, and so does a skill that got another one's slug, which customers call.
CREATE OR REPLACE FUNCTION skill_delete_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.live_revision_id IS NOT NULL OR OLD.slug_given_at IS NOT NULL
    OR EXISTS (SELECT 1 FROM skill_revision WHERE skill_id = OLD.id AND status = 'approved') THEN
    RAISE EXCEPTION 'a skill that was approved or got a claimed slug cannot be deleted'
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER skill_delete_guard BEFORE DELETE ON skill FOR EACH ROW EXECUTE FUNCTION skill_delete_guard();
