-- Events that people are notified of, too: decisions about their skills, and a low balance. Other kinds are no events; a new event needs
-- its line in both lists.
CREATE OR REPLACE FUNCTION webhook_of_notification() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE v_type text; v_data jsonb;
BEGIN
  v_type := CASE NEW.kind
    WHEN 'skill_approved' THEN 'skill.approved'
    WHEN 'skill_rejected' THEN 'skill.rejected'
    WHEN 'skill_suspended' THEN 'skill.suspended'
    WHEN 'low_balance' THEN 'balance.low'
  END;
  IF v_type IS NULL THEN RETURN NULL; END IF;
  -- Without an ELSE: a type without its data is an error.
  CASE
    WHEN v_type = 'balance.low' THEN v_data := jsonb_build_object(
      'balance', (NEW.data ->> 'balance')::numeric, 'threshold', (NEW.data ->> 'threshold')::numeric);
    WHEN v_type IN ('skill.approved', 'skill.rejected', 'skill.suspended') THEN v_data := jsonb_strip_nulls(jsonb_build_object(
      'name', NEW.data -> 'skill', 'skill_id', NEW.data -> 'skillId', 'skill', NEW.data -> 'slug', 'reason', NEW.data -> 'reason'));
  END CASE;
  PERFORM webhook_emit(NEW.account_id, v_type, v_data);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER webhook_of_notification AFTER INSERT ON notification FOR EACH ROW EXECUTE FUNCTION webhook_of_notification();
