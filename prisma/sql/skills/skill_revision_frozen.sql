-- What a reviewer judged can never change afterwards. The columns named here may: those of the decision, what the
-- checks found, and the category while administrators merge it. Every other column is frozen, one that is added later
-- included. Compared as text, since the order of a schema's parameters is judged too.
CREATE OR REPLACE FUNCTION skill_revision_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_judged skill_revision := NEW;
BEGIN
  IF current_setting('marketplace.merges_category', true) = 'on' THEN
    v_judged.category := OLD.category;
  END IF;
  v_judged.status := OLD.status;
  v_judged.submitted_at := OLD.submitted_at;
  v_judged.reviewed_at := OLD.reviewed_at;
  v_judged.reviewed_by := OLD.reviewed_by;
  v_judged.rejection_reason := OLD.rejection_reason;
  v_judged.rule_counts := OLD.rule_counts;
  v_judged.risk := OLD.risk;
  v_judged.judged_at := OLD.judged_at;
  IF OLD.status <> 'draft' AND OLD::text IS DISTINCT FROM v_judged::text THEN
    RAISE EXCEPTION 'a submitted revision cannot change' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER skill_revision_frozen BEFORE UPDATE ON skill_revision FOR EACH ROW
  EXECUTE FUNCTION skill_revision_frozen();
