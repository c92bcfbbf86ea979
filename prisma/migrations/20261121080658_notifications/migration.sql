-- AlterTable
ALTER TABLE "topup_order" ADD COLUMN     "automatic" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "failure" TEXT;

-- AlterTable
ALTER TABLE "wallet" ADD COLUMN     "notice_below_micros" BIGINT,
ADD COLUMN     "notice_due" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "topup_below_micros" BIGINT,
ADD COLUMN     "topup_due" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "auto_topup" (
    "account_id" UUID NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT false,
    "amount_cents" BIGINT,
    "monthly_limit_cents" BIGINT,
    "customer_id" TEXT,
    "payment_method_id" TEXT,
    "card_brand" TEXT,
    "card_last4" TEXT,
    "paused_reason" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "auto_topup_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "notification" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),
    "mail_due_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "mail_attempts" INTEGER NOT NULL DEFAULT 0,
    "mailed_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "notification_account_id_created_at_id_idx" ON "notification"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "notification_account_id_kind_subject_key" ON "notification"("account_id", "kind", "subject");

-- Rules that Prisma cannot express.
CREATE INDEX notification_mail_due ON notification (mail_due_at) WHERE mail_due_at IS NOT NULL;
CREATE INDEX notification_unread ON notification (account_id) WHERE read_at IS NULL;
CREATE INDEX wallet_notice_due ON wallet (account_id) WHERE notice_due;
CREATE INDEX wallet_topup_due ON wallet (account_id) WHERE topup_due;
-- At most one automatic payment of an account is under way.
CREATE UNIQUE INDEX topup_order_one_automatic ON topup_order (account_id) WHERE automatic AND state IN ('created', 'open', 'processing');

ALTER TABLE auto_topup
  ADD CONSTRAINT auto_topup_account_id_fkey FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE,
  ADD CONSTRAINT auto_topup_complete CHECK (NOT enabled OR (amount_cents IS NOT NULL AND monthly_limit_cents IS NOT NULL AND payment_method_id IS NOT NULL)),
  ADD CONSTRAINT auto_topup_amounts CHECK (amount_cents > 0 AND monthly_limit_cents >= amount_cents);
ALTER TABLE notification
  ADD CONSTRAINT notification_account_id_fkey FOREIGN KEY (account_id) REFERENCES account (id) ON DELETE CASCADE;

-- A balance that falls below a threshold raises its flag, whatever moved the credits; one that is above again lowers it.
-- The notice is due on the way down only; the top-up with every movement below, so that a refused one is tried again.
CREATE FUNCTION wallet_watch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.notice_below_micros IS NULL OR NEW.posted_micros >= NEW.notice_below_micros THEN
    NEW.notice_due := false;
  ELSIF OLD.notice_below_micros IS NULL OR OLD.posted_micros >= OLD.notice_below_micros THEN
    NEW.notice_due := true;
  END IF;
  IF NEW.topup_below_micros IS NULL OR NEW.posted_micros >= NEW.topup_below_micros THEN
    NEW.topup_due := false;
  ELSIF NEW.posted_micros <> OLD.posted_micros OR NEW.topup_below_micros IS DISTINCT FROM OLD.topup_below_micros THEN
    NEW.topup_due := true;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER wallet_watch BEFORE UPDATE ON wallet FOR EACH ROW
  WHEN (coalesce(NEW.notice_below_micros, NEW.topup_below_micros, OLD.notice_below_micros, OLD.topup_below_micros) IS NOT NULL)
  EXECUTE FUNCTION wallet_watch();
