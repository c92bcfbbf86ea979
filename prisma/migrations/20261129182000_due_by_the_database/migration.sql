-- Jobs compare these times with the database's clock, so the database must set them: Prisma set them by the clock of the process, and
-- one that was ahead put off what was due. (Prisma sets a column itself whose default is `now()`.)
ALTER TABLE "link_request" ALTER COLUMN "due_at" SET DEFAULT statement_timestamp();
ALTER TABLE "card_refund" ALTER COLUMN "next_try_at" SET DEFAULT statement_timestamp();
ALTER TABLE "card_detachment" ALTER COLUMN "next_try_at" SET DEFAULT statement_timestamp();
ALTER TABLE "notification" ALTER COLUMN "mail_due_at" SET DEFAULT statement_timestamp();
ALTER TABLE "webhook_delivery" ALTER COLUMN "next_try_at" SET DEFAULT statement_timestamp();
