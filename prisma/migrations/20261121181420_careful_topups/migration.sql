-- AlterTable
ALTER TABLE "auto_topup" ADD COLUMN     "limited_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "topup_order" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "next_try_at" TIMESTAMPTZ(3),
ADD COLUMN     "refusals" INTEGER NOT NULL DEFAULT 0;

-- What waits for its turn: attempts at automatic payments, accounts whose limit is free again, and orders that nobody has ended.
UPDATE topup_order SET next_try_at = now() WHERE automatic AND state = 'created';
CREATE INDEX topup_order_due ON topup_order (next_try_at) WHERE automatic AND state = 'created';
CREATE INDEX topup_order_unended ON topup_order (created_at, id) WHERE state IN ('created', 'open', 'processing');
CREATE INDEX topup_order_disputed ON topup_order (id) WHERE disputes <> '{}';
CREATE INDEX auto_topup_limited ON auto_topup (limited_until) WHERE limited_until IS NOT NULL;
