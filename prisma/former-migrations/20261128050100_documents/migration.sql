CREATE TABLE "document" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "account_id" UUID NOT NULL,
    "order_id" UUID,
    "purchase_id" UUID,
    "corrects_id" UUID,
    "reason" TEXT NOT NULL,
    "source_type" TEXT NOT NULL,
    "source_id" TEXT NOT NULL,
    "net_micros" BIGINT NOT NULL,
    "tax_micros" BIGINT NOT NULL DEFAULT 0,
    "issuer_name" TEXT NOT NULL,
    "issuer_details" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "document_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "document_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "document_kind" CHECK ("kind" IN ('receipt', 'credit_note')),
    CONSTRAINT "document_subject" CHECK (num_nonnulls("order_id", "purchase_id") = 1),
    CONSTRAINT "document_amounts" CHECK ("net_micros" > 0 AND "tax_micros" >= 0)
);

CREATE UNIQUE INDEX "document_kind_number_key" ON "document"("kind", "number");
CREATE UNIQUE INDEX "document_source_type_source_id_key" ON "document"("source_type", "source_id");
CREATE INDEX "document_account_id_created_at_idx" ON "document"("account_id", "created_at");
CREATE INDEX "document_order_id_idx" ON "document"("order_id");
CREATE INDEX "document_purchase_id_idx" ON "document"("purchase_id");
