-- They take or return more now. After the index, which is built for long: calls and purchases need them until prisma/sql
-- is applied. Not where a release has them as they are now.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_proc WHERE proname = 'purchase_buy' AND 'p_replaces' = ANY (proargnames)) THEN
    DROP FUNCTION IF EXISTS purchase_buy;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_proc WHERE proname = 'access_quote' AND 'beyond' = ANY (proargnames)) THEN
    DROP FUNCTION IF EXISTS access_quote;
  END IF;
END $$;
