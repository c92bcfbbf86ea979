-- AlterTable
ALTER TABLE "auto_topup" ADD COLUMN     "threshold_micros" BIGINT;

-- Nothing is bought by itself unless everything about it is said.
ALTER TABLE auto_topup DROP CONSTRAINT auto_topup_complete,
  ADD CONSTRAINT auto_topup_complete CHECK (NOT enabled
    OR (threshold_micros IS NOT NULL AND amount_cents IS NOT NULL AND monthly_limit_cents IS NOT NULL AND payment_method_id IS NOT NULL));

-- Relations follow an account as Prisma says it.
ALTER TABLE auto_topup DROP CONSTRAINT auto_topup_account_id_fkey,
  ADD CONSTRAINT auto_topup_account_id_fkey FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE notification DROP CONSTRAINT notification_account_id_fkey,
  ADD CONSTRAINT notification_account_id_fkey FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE ON UPDATE CASCADE;
