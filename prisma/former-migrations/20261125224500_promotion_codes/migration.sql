-- AlterTable
ALTER TABLE "purchase" ADD COLUMN     "promotion_code_id" UUID;

-- CreateTable
CREATE TABLE "promotion_code" (
    "id" UUID NOT NULL,
    "skill_id" UUID NOT NULL,
    "code" TEXT NOT NULL,
    "percent_off" INTEGER,
    "amount_off_micros" BIGINT,
    "max_uses" INTEGER,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "ends_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "promotion_code_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "promotion_code_off" CHECK (num_nonnulls("percent_off", "amount_off_micros") = 1),
    CONSTRAINT "promotion_code_percent" CHECK ("percent_off" BETWEEN 1 AND 100),
    CONSTRAINT "promotion_code_amount" CHECK ("amount_off_micros" > 0),
    CONSTRAINT "promotion_code_uses" CHECK ("uses" >= 0 AND "uses" <= "max_uses")
);

-- CreateIndex
CREATE UNIQUE INDEX "promotion_code_skill_id_code_key" ON "promotion_code"("skill_id", "code");

-- AddForeignKey
ALTER TABLE "promotion_code" ADD CONSTRAINT "promotion_code_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;
