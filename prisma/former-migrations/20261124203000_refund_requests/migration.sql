-- What buyers ask back of a charge: the developer answers first, then, if the buyer wants, an administrator decides.
CREATE TABLE "refund_request" (
    "id" UUID NOT NULL,
    "purchase_id" UUID NOT NULL,
    "term" INTEGER NOT NULL,
    "buyer_id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "answer" TEXT,
    "answer_due_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_at" TIMESTAMPTZ(3),
    "note" TEXT,
    "decided_by" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "refund_request_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "refund_request_purchase_id_term_key" ON "refund_request"("purchase_id", "term");
CREATE INDEX "refund_request_state_created_at_idx" ON "refund_request"("state", "created_at");
CREATE INDEX "refund_request_developer_id_created_at_idx" ON "refund_request"("developer_id", "created_at");

ALTER TABLE "refund_request" ADD CONSTRAINT "refund_request_purchase_id_fkey" FOREIGN KEY ("purchase_id") REFERENCES "purchase"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE refund_request
  ADD CONSTRAINT refund_request_state CHECK (state IN ('open', 'declined', 'escalated', 'refunded', 'rejected', 'closed')),
  ADD CONSTRAINT refund_request_decided CHECK ((state IN ('open', 'declined', 'escalated')) = (decided_at IS NULL)),
  ADD CONSTRAINT refund_request_declined CHECK (state <> 'declined' OR answered_at IS NOT NULL);
