-- CreateTable
CREATE TABLE "install_link" (
    "id" UUID NOT NULL,
    "hash" BYTEA NOT NULL,
    "account_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "install_link_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "install_link_hash_key" ON "install_link"("hash");

-- CreateIndex
CREATE INDEX "install_link_account_id_expires_at_idx" ON "install_link"("account_id", "expires_at");

-- CreateIndex
CREATE INDEX "install_link_expires_at_idx" ON "install_link"("expires_at");
