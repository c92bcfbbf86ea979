-- An organization has no way to sign in: members act for it, each signed in as themselves.
CREATE OR REPLACE FUNCTION organization_cannot_sign_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM account WHERE id = (to_jsonb(NEW) ->> TG_ARGV[0])::uuid AND kind = 'organization') THEN
    RAISE EXCEPTION 'an organization cannot sign in';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER organization_cannot_sign_in BEFORE INSERT ON session FOR EACH ROW
  EXECUTE FUNCTION organization_cannot_sign_in('account_id');
CREATE OR REPLACE TRIGGER organization_cannot_sign_in BEFORE INSERT ON credential FOR EACH ROW
  EXECUTE FUNCTION organization_cannot_sign_in('owner_id');
CREATE OR REPLACE TRIGGER organization_cannot_sign_in BEFORE INSERT ON passkey FOR EACH ROW
  EXECUTE FUNCTION organization_cannot_sign_in('account_id');
