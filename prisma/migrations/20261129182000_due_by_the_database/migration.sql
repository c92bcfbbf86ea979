-- Jobs compare these times with the database's clock. A process whose clock is ahead must not put off what is due now, as it did
-- while the client filled in the time. (`now()` would be read back as the client's.)
ALTER TABLE "link_request" ALTER COLUMN "due_at" SET DEFAULT statement_timestamp();
ALTER TABLE "card_refund" ALTER COLUMN "next_try_at" SET DEFAULT statement_timestamp();
ALTER TABLE "card_detachment" ALTER COLUMN "next_try_at" SET DEFAULT statement_timestamp();
ALTER TABLE "notification" ALTER COLUMN "mail_due_at" SET DEFAULT statement_timestamp();
ALTER TABLE "webhook_delivery" ALTER COLUMN "next_try_at" SET DEFAULT statement_timestamp();
