-- A trial that ends without a charge has used its promotion code for nothing: the use is given back.
CREATE OR REPLACE FUNCTION promotion_give_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE promotion_code SET uses = uses - 1 WHERE id = NEW.promotion_code_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER promotion_give_back AFTER UPDATE OF status ON purchase FOR EACH ROW
  WHEN (OLD.status = 'active' AND NEW.status <> 'active' AND NEW.term = 0 AND NEW.promotion_code_id IS NOT NULL)
  EXECUTE FUNCTION promotion_give_back();
