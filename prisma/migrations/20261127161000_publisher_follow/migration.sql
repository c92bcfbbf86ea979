-- AlterTable
ALTER TABLE "account" ADD COLUMN     "contact" TEXT,
ADD COLUMN     "picture" TEXT;

-- CreateTable
CREATE TABLE "publisher_follow" (
    "account_id" UUID NOT NULL,
    "publisher_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "publisher_follow_pkey" PRIMARY KEY ("account_id","publisher_id")
);

-- CreateIndex
CREATE INDEX "publisher_follow_publisher_id_idx" ON "publisher_follow"("publisher_id");

-- AddForeignKey
ALTER TABLE "publisher_follow" ADD CONSTRAINT "publisher_follow_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "publisher_follow" ADD CONSTRAINT "publisher_follow_publisher_id_fkey" FOREIGN KEY ("publisher_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
