-- CreateTable
CREATE TABLE "publisher_domain" (
    "account_id" UUID NOT NULL,
    "domain" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "verified_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "publisher_domain_pkey" PRIMARY KEY ("account_id","domain")
);

-- CreateIndex
CREATE INDEX "publisher_domain_checked_at_idx" ON "publisher_domain"("checked_at");

-- AddForeignKey
ALTER TABLE "publisher_domain" ADD CONSTRAINT "publisher_domain_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "listing" ADD COLUMN     "developer_domain" TEXT;
