-- CreateTable
CREATE TABLE "account" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "role" TEXT NOT NULL DEFAULT 'user',
    "two_factor_enabled" BOOLEAN NOT NULL DEFAULT false,
    "suspended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session" (
    "id" UUID NOT NULL,
    "token" TEXT NOT NULL,
    "account_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credential" (
    "id" UUID NOT NULL,
    "external_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "password" TEXT,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "credential_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification" (
    "id" UUID NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "two_factor" (
    "id" UUID NOT NULL,
    "secret" TEXT NOT NULL,
    "backup_codes" TEXT NOT NULL,
    "account_id" UUID NOT NULL,
    "verified" BOOLEAN,
    "failed_verification_count" INTEGER,
    "locked_until" TIMESTAMPTZ(3),

    CONSTRAINT "two_factor_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "name" TEXT,
    "prefix" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "scopes" TEXT[],
    "skills" TEXT[],
    "credit_limit_micros" BIGINT,
    "credit_limit_interval" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "key_spend" (
    "key_id" UUID NOT NULL,
    "period_start" TIMESTAMPTZ(3) NOT NULL,
    "spent_micros" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "key_spend_pkey" PRIMARY KEY ("key_id","period_start")
);

-- CreateTable
CREATE TABLE "rate_counter" (
    "bucket" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "window_start" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "rate_counter_pkey" PRIMARY KEY ("bucket","subject","window_start")
);

-- CreateTable
CREATE TABLE "idempotency_record" (
    "account_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "token" UUID NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "status" INTEGER,
    "body" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "idempotency_record_pkey" PRIMARY KEY ("account_id","key")
);

-- CreateTable
CREATE TABLE "skill" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "pricing_type" TEXT NOT NULL DEFAULT 'subscription',
    "price_micros" BIGINT,
    "subscription_interval" TEXT,
    "price_per_call_micros" BIGINT,
    "free_calls" INTEGER NOT NULL DEFAULT 0,
    "current_revision_id" UUID NOT NULL,
    "live_revision_id" UUID,
    "signing_secret" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "skill_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "skill_revision" (
    "id" UUID NOT NULL,
    "skill_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "readme" TEXT,
    "execution_type" TEXT NOT NULL,
    "api_endpoint" TEXT,
    "api_schema" JSONB,
    "package_id" UUID,
    "rejection_reason" TEXT,
    "submitted_at" TIMESTAMPTZ(3),
    "reviewed_at" TIMESTAMPTZ(3),
    "reviewed_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "skill_revision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "skill_package" (
    "id" UUID NOT NULL,
    "skill_id" UUID NOT NULL,
    "version" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    "manifest" JSONB NOT NULL,
    "findings" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "skill_package_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "listing" (
    "skill_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "revision_id" UUID NOT NULL,
    "revision_number" INTEGER NOT NULL,
    "owner_id" UUID NOT NULL,
    "developer_name" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "readme" TEXT,
    "execution_type" TEXT NOT NULL,
    "api_endpoint" TEXT,
    "api_schema" JSONB,
    "pricing_type" TEXT NOT NULL,
    "price_micros" BIGINT,
    "subscription_interval" TEXT,
    "price_per_call_micros" BIGINT,
    "free_calls" INTEGER NOT NULL,
    "first_use_micros" BIGINT NOT NULL,
    "package_id" UUID,
    "package_version" TEXT,
    "package_size_bytes" BIGINT,
    "package_sha256" TEXT,
    "purchase_count" BIGINT NOT NULL DEFAULT 0,
    "call_count" BIGINT NOT NULL DEFAULT 0,
    "popularity" BIGINT NOT NULL DEFAULT 0,
    "rating_sum" BIGINT NOT NULL DEFAULT 0,
    "rating_count" BIGINT NOT NULL DEFAULT 0,
    "rating_score" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "listing_pkey" PRIMARY KEY ("skill_id")
);

-- CreateTable
CREATE TABLE "review_event" (
    "id" UUID NOT NULL,
    "skill_id" UUID NOT NULL,
    "revision_id" UUID NOT NULL,
    "actor_id" UUID NOT NULL,
    "action" TEXT NOT NULL,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "review_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_event" (
    "id" UUID NOT NULL,
    "actor_id" UUID,
    "action" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "details" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "wallet" (
    "account_id" UUID NOT NULL,
    "posted_micros" BIGINT NOT NULL DEFAULT 0,
    "held_micros" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "wallet_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "ledger_transaction" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "source_type" TEXT NOT NULL,
    "source_id" TEXT NOT NULL,
    "subject" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_transaction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_entry" (
    "id" BIGSERIAL NOT NULL,
    "transaction_id" UUID NOT NULL,
    "account" TEXT NOT NULL,
    "owner_id" UUID,
    "amount_micros" BIGINT NOT NULL,
    "balance_after_micros" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "hold" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "skill_id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "key_id" UUID,
    "key_period" TIMESTAMPTZ(3),
    "amount_micros" BIGINT NOT NULL,
    "free" BOOLEAN NOT NULL DEFAULT false,
    "state" TEXT NOT NULL DEFAULT 'held',
    "kind" TEXT NOT NULL,
    "skill_slug" TEXT NOT NULL,
    "key_prefix" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "hold_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "free_call_use" (
    "account_id" UUID NOT NULL,
    "skill_id" UUID NOT NULL,
    "used" INTEGER NOT NULL,

    CONSTRAINT "free_call_use_pkey" PRIMARY KEY ("account_id","skill_id")
);

-- CreateTable
CREATE TABLE "purchase" (
    "id" UUID NOT NULL,
    "buyer_id" UUID NOT NULL,
    "skill_id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "price_micros" BIGINT NOT NULL,
    "interval" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "auto_renew" BOOLEAN NOT NULL DEFAULT true,
    "anchor_at" TIMESTAMPTZ(3) NOT NULL,
    "term" INTEGER NOT NULL DEFAULT 1,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "current_period_end" TIMESTAMPTZ(3) NOT NULL,
    "key_id" UUID,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "purchase_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "usage_record" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "skill_id" UUID NOT NULL,
    "skill_slug" TEXT NOT NULL,
    "developer_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "cost_micros" BIGINT NOT NULL,
    "free" BOOLEAN NOT NULL,
    "error_code" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "key_prefix" TEXT,
    "key_id" UUID,
    "hold_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "usage_record_pkey" PRIMARY KEY ("id","created_at")
) PARTITION BY RANGE ("created_at");

-- CreateTable
CREATE TABLE "skill_daily" (
    "skill_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "calls" BIGINT NOT NULL DEFAULT 0,
    "failures" BIGINT NOT NULL DEFAULT 0,
    "purchases" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "skill_daily_pkey" PRIMARY KEY ("skill_id","day")
);

-- CreateTable
CREATE TABLE "skill_review" (
    "skill_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "rating" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "skill_review_pkey" PRIMARY KEY ("skill_id","account_id")
);

-- CreateTable
CREATE TABLE "topup_order" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "pack_id" TEXT,
    "amount_cents" BIGINT NOT NULL,
    "credits_micros" BIGINT NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'usd',
    "state" TEXT NOT NULL DEFAULT 'created',
    "session_id" TEXT,
    "checkout_url" TEXT,
    "payment_intent_id" TEXT,
    "receipt_url" TEXT,
    "livemode" BOOLEAN NOT NULL DEFAULT false,
    "refunded_cents" BIGINT NOT NULL DEFAULT 0,
    "disputed_cents" BIGINT NOT NULL DEFAULT 0,
    "reversed_micros" BIGINT NOT NULL DEFAULT 0,
    "disputes" JSONB NOT NULL DEFAULT '{}',
    "reversals" INTEGER NOT NULL DEFAULT 0,
    "request_key" TEXT,
    "expires_at" TIMESTAMPTZ(3),
    "paid_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "topup_order_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_event" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "processed_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_event_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_email_key" ON "account"("email");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_key" ON "session"("token");

-- CreateIndex
CREATE INDEX "session_account_id_idx" ON "session"("account_id");

-- CreateIndex
CREATE INDEX "credential_owner_id_idx" ON "credential"("owner_id");

-- CreateIndex
CREATE INDEX "verification_identifier_idx" ON "verification"("identifier");

-- CreateIndex
CREATE INDEX "two_factor_account_id_idx" ON "two_factor"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "api_key_account_id_created_at_idx" ON "api_key"("account_id", "created_at");

-- CreateIndex
CREATE INDEX "rate_counter_window_start_idx" ON "rate_counter"("window_start");

-- CreateIndex
CREATE INDEX "idempotency_record_created_at_idx" ON "idempotency_record"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "skill_slug_key" ON "skill"("slug");

-- CreateIndex
CREATE INDEX "skill_owner_id_created_at_idx" ON "skill"("owner_id", "created_at");

-- CreateIndex
CREATE INDEX "skill_status_updated_at_idx" ON "skill"("status", "updated_at");

-- CreateIndex
CREATE UNIQUE INDEX "skill_revision_skill_id_number_key" ON "skill_revision"("skill_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "skill_package_skill_id_version_key" ON "skill_package"("skill_id", "version");

-- CreateIndex
CREATE UNIQUE INDEX "skill_package_skill_id_sha256_key" ON "skill_package"("skill_id", "sha256");

-- CreateIndex
CREATE UNIQUE INDEX "listing_slug_key" ON "listing"("slug");

-- CreateIndex
CREATE INDEX "review_event_skill_id_created_at_idx" ON "review_event"("skill_id", "created_at");

-- CreateIndex
CREATE INDEX "audit_event_created_at_idx" ON "audit_event"("created_at");

-- CreateIndex
CREATE INDEX "audit_event_subject_type_subject_id_created_at_idx" ON "audit_event"("subject_type", "subject_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_transaction_source_type_source_id_key" ON "ledger_transaction"("source_type", "source_id");

-- CreateIndex
CREATE INDEX "ledger_entry_transaction_id_idx" ON "ledger_entry"("transaction_id");

-- CreateIndex
CREATE INDEX "ledger_entry_account_owner_id_id_idx" ON "ledger_entry"("account", "owner_id", "id");

-- CreateIndex
CREATE INDEX "hold_account_id_idx" ON "hold"("account_id");

-- CreateIndex
CREATE INDEX "purchase_buyer_id_started_at_idx" ON "purchase"("buyer_id", "started_at");

-- CreateIndex
CREATE INDEX "purchase_skill_id_buyer_id_idx" ON "purchase"("skill_id", "buyer_id");

-- CreateIndex
CREATE INDEX "usage_record_account_id_created_at_id_idx" ON "usage_record"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "usage_record_skill_id_created_at_idx" ON "usage_record"("skill_id", "created_at");

-- CreateIndex
CREATE INDEX "skill_daily_day_idx" ON "skill_daily"("day");

-- CreateIndex
CREATE INDEX "skill_review_skill_id_created_at_idx" ON "skill_review"("skill_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "topup_order_session_id_key" ON "topup_order"("session_id");

-- CreateIndex
CREATE UNIQUE INDEX "topup_order_payment_intent_id_key" ON "topup_order"("payment_intent_id");

-- CreateIndex
CREATE INDEX "topup_order_account_id_created_at_idx" ON "topup_order"("account_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "topup_order_account_id_request_key_key" ON "topup_order"("account_id", "request_key");

-- CreateIndex
CREATE INDEX "payment_event_received_at_idx" ON "payment_event"("received_at");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credential" ADD CONSTRAINT "credential_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "two_factor" ADD CONSTRAINT "two_factor_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "skill" ADD CONSTRAINT "skill_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "skill_revision" ADD CONSTRAINT "skill_revision_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "skill_package" ADD CONSTRAINT "skill_package_skill_id_fkey" FOREIGN KEY ("skill_id") REFERENCES "skill"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wallet" ADD CONSTRAINT "wallet_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_transaction_id_fkey" FOREIGN KEY ("transaction_id") REFERENCES "ledger_transaction"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
