-- Events that people are notified of, too: decisions about their skills, and a low balance.
CREATE OR REPLACE FUNCTION webhook_of_notification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM webhook_emit(NEW.account_id, CASE NEW.kind
      WHEN 'skill_approved' THEN 'skill.approved'
      WHEN 'skill_rejected' THEN 'skill.rejected'
      WHEN 'skill_suspended' THEN 'skill.suspended'
      ELSE 'balance.low' END,
    CASE WHEN NEW.kind = 'low_balance' THEN jsonb_build_object(
        'balance', (NEW.data ->> 'balance')::numeric, 'threshold', (NEW.data ->> 'threshold')::numeric)
      ELSE jsonb_strip_nulls(jsonb_build_object(
        'name', NEW.data -> 'skill', 'skill_id', NEW.data -> 'skillId', 'skill', NEW.data -> 'slug', 'reason', NEW.data -> 'reason')) END);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER webhook_of_notification AFTER INSERT ON notification FOR EACH ROW
  WHEN (NEW.kind IN ('skill_approved', 'skill_rejected', 'skill_suspended', 'low_balance'))
  EXECUTE FUNCTION webhook_of_notification();
