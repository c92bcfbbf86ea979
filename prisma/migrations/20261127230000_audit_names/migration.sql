-- CreateTable
CREATE TABLE "audit_name" (
    "audit_event_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "names" JSONB NOT NULL,

    CONSTRAINT "audit_name_pkey" PRIMARY KEY ("audit_event_id")
);

-- CreateIndex
CREATE INDEX "audit_name_account_id_idx" ON "audit_name"("account_id");
