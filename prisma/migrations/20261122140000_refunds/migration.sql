-- Refunds by the processor's id, so that a failed one can be told from the others of its payment; and the most that the
-- processor has named as the refunded part of the charge.
ALTER TABLE "topup_order"
  ADD COLUMN "refunds" JSONB NOT NULL DEFAULT '{}',
  ADD COLUMN "charge_refunded_cents" BIGINT NOT NULL DEFAULT 0;
