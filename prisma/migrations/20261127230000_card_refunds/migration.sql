-- CreateTable
CREATE TABLE "card_refund" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "net_cents" BIGINT NOT NULL,
    "cents" BIGINT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "refund_id" TEXT,
    "failure" TEXT,
    "requested_by" UUID NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "card_refund_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "card_refund_amounts" CHECK (net_cents > 0 AND cents >= net_cents),
    CONSTRAINT "card_refund_state" CHECK (state IN ('pending', 'sent', 'failed')),
    CONSTRAINT "card_refund_tries" CHECK ((next_try_at IS NOT NULL) = (state = 'pending'))
);

-- CreateIndex
CREATE UNIQUE INDEX "card_refund_refund_id_key" ON "card_refund"("refund_id");

-- CreateIndex
CREATE INDEX "card_refund_account_id_created_at_idx" ON "card_refund"("account_id", "created_at");

-- CreateIndex
CREATE INDEX "card_refund_next_try_at_idx" ON "card_refund"("next_try_at");
