CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- Numbers the rows that rollups read. The default of their columns assigns the transaction id first, which lets rollup_step
-- know up to which number everything is committed.
CREATE SEQUENCE event_seq;

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
    "closed_at" TIMESTAMPTZ(3),
    "suspension_reason" TEXT,
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
CREATE TABLE "link_request" (
    "id" UUID NOT NULL,
    "purpose" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "account_id" UUID,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "link_request_pkey" PRIMARY KEY ("id")
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
    "next_terms" JSONB,
    "next_terms_at" TIMESTAMPTZ(3),
    "price_raised_at" TIMESTAMPTZ(3),
    "current_revision_id" UUID NOT NULL,
    "live_revision_id" UUID,
    "signing_secret" TEXT NOT NULL,
    "previous_secret" TEXT,
    "previous_secret_ends_at" TIMESTAMPTZ(3),
    "pseudonym_secret" TEXT NOT NULL DEFAULT replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text),
    "unlisted_at" TIMESTAMPTZ(3),
    "suspended_at" TIMESTAMPTZ(3),
    "suspension_reason" TEXT,
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
    "api_schema" JSON,
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
    "name" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "content_sha256" TEXT NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    "manifest" JSONB NOT NULL,
    "findings" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "skill_package_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "package_blob" (
    "sha256" TEXT NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    "put_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "package_blob_pkey" PRIMARY KEY ("sha256")
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
    "api_schema" JSON,
    "pricing_type" TEXT NOT NULL,
    "price_micros" BIGINT,
    "subscription_interval" TEXT,
    "price_per_call_micros" BIGINT,
    "free_calls" INTEGER NOT NULL,
    "first_use_micros" BIGINT NOT NULL,
    "next_terms" JSONB,
    "next_terms_at" TIMESTAMPTZ(3),
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
CREATE TABLE "listing_search" (
    "skill_id" UUID NOT NULL,
    "popularity" BIGINT NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "first_use_micros" BIGINT NOT NULL,
    "rating_score" DOUBLE PRECISION NOT NULL,
    "category" TEXT NOT NULL,
    "pricing_type" TEXT NOT NULL,
    "execution_type" TEXT NOT NULL,
    "name_folded" TEXT NOT NULL,
    "text_folded" TEXT NOT NULL,
    "search" tsvector NOT NULL,
    "padding" TEXT NOT NULL DEFAULT repeat(' '::text, 2100),

    CONSTRAINT "listing_search_pkey" PRIMARY KEY ("skill_id")
);

-- CreateTable
CREATE TABLE "listing_total" (
    "category" TEXT NOT NULL,
    "pricing_type" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "listing_total_pkey" PRIMARY KEY ("category","pricing_type")
);

-- CreateTable
CREATE TABLE "catalog_generation" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "generation" BIGINT NOT NULL,

    CONSTRAINT "catalog_generation_pkey" PRIMARY KEY ("id")
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
CREATE TABLE "skill_report" (
    "id" UUID NOT NULL,
    "skill_id" UUID NOT NULL,
    "reporter_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "note" TEXT,
    "decided_by" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "skill_report_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invariant_run" (
    "id" UUID NOT NULL,
    "broken" INTEGER NOT NULL,
    "counts" JSONB NOT NULL,
    "examples" JSONB NOT NULL DEFAULT '{}',
    "unchecked" JSONB NOT NULL DEFAULT '{}',
    "whole" BOOLEAN NOT NULL DEFAULT true,
    "duration_ms" INTEGER NOT NULL,
    "actor_id" UUID,
    "ran_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invariant_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "check_cursor" (
    "name" TEXT NOT NULL,
    "checked_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "check_cursor_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "wallet_sum" (
    "account_id" UUID NOT NULL,
    "posted_micros" BIGINT NOT NULL,

    CONSTRAINT "wallet_sum_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "job_run" (
    "queue" TEXT NOT NULL,
    "every_seconds" INTEGER,
    "tried_at" TIMESTAMPTZ(3) NOT NULL,
    "succeeded_at" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,

    CONSTRAINT "job_run_pkey" PRIMARY KEY ("queue")
);

-- CreateTable
CREATE TABLE "wallet" (
    "account_id" UUID NOT NULL,
    "posted_micros" BIGINT NOT NULL DEFAULT 0,
    "held_micros" BIGINT NOT NULL DEFAULT 0,
    "notice_below_micros" BIGINT,
    "topup_below_micros" BIGINT,
    "notice_due" BOOLEAN NOT NULL DEFAULT false,
    "topup_due" BOOLEAN NOT NULL DEFAULT false,

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
    "event_seq" BIGINT DEFAULT 
CASE
    WHEN (pg_current_xact_id() IS NOT NULL) THEN nextval('event_seq'::regclass)
    ELSE NULL::bigint
END,

    CONSTRAINT "ledger_transaction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_entry" (
    "id" BIGINT NOT NULL DEFAULT 
CASE
    WHEN (pg_current_xact_id() IS NOT NULL) THEN nextval('event_seq'::regclass)
    ELSE NULL::bigint
END,
    "transaction_id" UUID NOT NULL,
    "account" TEXT NOT NULL,
    "owner_id" UUID,
    "amount_micros" BIGINT NOT NULL,
    "balance_after_micros" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "earnings_day" (
    "owner_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "sales_micros" BIGINT NOT NULL,
    "refunds_micros" BIGINT NOT NULL,
    "fees_micros" BIGINT NOT NULL,
    "payouts_micros" BIGINT NOT NULL,
    "net_micros" BIGINT NOT NULL,
    "held_micros" BIGINT NOT NULL,

    CONSTRAINT "earnings_day_pkey" PRIMARY KEY ("owner_id","day")
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
    "process_id" UUID,

    CONSTRAINT "hold_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "process_lease" (
    "id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "process_lease_pkey" PRIMARY KEY ("id")
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
    "refunded_micros" BIGINT NOT NULL DEFAULT 0,
    "refunded_at" TIMESTAMPTZ(3),
    "refund_reason" TEXT,
    "event_seq" BIGINT DEFAULT 
CASE
    WHEN (pg_current_xact_id() IS NOT NULL) THEN nextval('event_seq'::regclass)
    ELSE NULL::bigint
END,

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
    "event_seq" BIGINT DEFAULT 
CASE
    WHEN (pg_current_xact_id() IS NOT NULL) THEN nextval('event_seq'::regclass)
    ELSE NULL::bigint
END,

    CONSTRAINT "usage_record_pkey" PRIMARY KEY ("id","created_at")
) PARTITION BY RANGE ("created_at");

-- CreateTable
CREATE TABLE "skill_use" (
    "skill_id" UUID NOT NULL,
    "calls" BIGINT NOT NULL,
    "purchases" BIGINT NOT NULL,
    "popular_until" DATE,
    "changes" BIGINT NOT NULL DEFAULT 1,
    "shown" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "skill_use_pkey" PRIMARY KEY ("skill_id")
);

-- CreateTable
CREATE TABLE "skill_stats_day" (
    "skill_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "calls" BIGINT NOT NULL DEFAULT 0,
    "downloads" BIGINT NOT NULL DEFAULT 0,
    "failures" BIGINT NOT NULL DEFAULT 0,
    "errors" JSONB NOT NULL DEFAULT '{}',
    "latency" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    "call_micros" BIGINT NOT NULL DEFAULT 0,
    "call_fee_micros" BIGINT NOT NULL DEFAULT 0,
    "sales" BIGINT NOT NULL DEFAULT 0,
    "sale_micros" BIGINT NOT NULL DEFAULT 0,
    "sale_fee_micros" BIGINT NOT NULL DEFAULT 0,
    "customer_calls" BIGINT NOT NULL DEFAULT 0,
    "purchases" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "skill_stats_day_pkey" PRIMARY KEY ("skill_id","day")
);

-- CreateTable
CREATE TABLE "skill_caller_day" (
    "skill_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "account_id" UUID NOT NULL,

    CONSTRAINT "skill_caller_day_pkey" PRIMARY KEY ("skill_id","day","account_id")
);

-- CreateTable
CREATE TABLE "account_usage_hour" (
    "account_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "skill_slug" TEXT NOT NULL,
    "calls" BIGINT NOT NULL,
    "failed" BIGINT NOT NULL,
    "cost_micros" BIGINT NOT NULL,

    CONSTRAINT "account_usage_hour_pkey" PRIMARY KEY ("account_id","hour","skill_slug")
);

-- CreateTable
CREATE TABLE "rollup_cursor" (
    "name" TEXT NOT NULL,
    "event_seq" BIGINT NOT NULL DEFAULT 0,
    "complete_until" TIMESTAMPTZ(3),
    "next_event_seq" BIGINT,
    "next_xid" BIGINT,
    "next_at" TIMESTAMPTZ(3),

    CONSTRAINT "rollup_cursor_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "skill_review" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "skill_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "rating" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "reply" TEXT,
    "replied_at" TIMESTAMPTZ(3),
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
    "charge_refunded_cents" BIGINT NOT NULL DEFAULT 0,
    "refunds" JSONB NOT NULL DEFAULT '{}',
    "disputed_cents" BIGINT NOT NULL DEFAULT 0,
    "reversed_micros" BIGINT NOT NULL DEFAULT 0,
    "disputes" JSONB NOT NULL DEFAULT '{}',
    "reversals" INTEGER NOT NULL DEFAULT 0,
    "request_key" TEXT,
    "automatic" BOOLEAN NOT NULL DEFAULT false,
    "failure" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(3),
    "refusals" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3),
    "paid_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "topup_order_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payout_account" (
    "account_id" UUID NOT NULL,
    "processor_account_id" TEXT,
    "country" TEXT,
    "details_submitted" BOOLEAN NOT NULL DEFAULT false,
    "payouts_enabled" BOOLEAN NOT NULL DEFAULT false,
    "due" TEXT[],
    "is_monthly" BOOLEAN NOT NULL DEFAULT false,
    "refusals" INTEGER NOT NULL DEFAULT 0,
    "livemode" BOOLEAN NOT NULL DEFAULT false,
    "synced_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payout_account_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "payout" (
    "id" UUID NOT NULL,
    "developer_id" UUID NOT NULL,
    "destination" TEXT NOT NULL,
    "amount_micros" BIGINT NOT NULL,
    "returned_micros" BIGINT NOT NULL DEFAULT 0,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "origin" TEXT NOT NULL,
    "request_key" TEXT,
    "transfer_id" TEXT,
    "bank_payout_id" TEXT,
    "bank_amount" BIGINT,
    "bank_currency" TEXT,
    "failure" TEXT,
    "livemode" BOOLEAN NOT NULL DEFAULT false,
    "hold_hours" INTEGER NOT NULL DEFAULT 168,
    "attempts" INTEGER NOT NULL DEFAULT 1,
    "refusals" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "paid_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "payout_pkey" PRIMARY KEY ("id")
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

-- CreateTable
CREATE TABLE "auto_topup" (
    "account_id" UUID NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT false,
    "amount_cents" BIGINT,
    "monthly_limit_cents" BIGINT,
    "threshold_micros" BIGINT,
    "customer_id" TEXT,
    "refusals" INTEGER NOT NULL DEFAULT 0,
    "payment_method_id" TEXT,
    "card_brand" TEXT,
    "card_last4" TEXT,
    "card_saved_at" TIMESTAMPTZ(3),
    "paused_reason" TEXT,
    "limited_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "auto_topup_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "card_detachment" (
    "payment_method_id" TEXT NOT NULL,
    "account_id" UUID NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "card_detachment_pkey" PRIMARY KEY ("payment_method_id")
);

-- CreateTable
CREATE TABLE "notification" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),
    "mail_due_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "mail_attempts" INTEGER NOT NULL DEFAULT 0,
    "mailed_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sql_functions" (
    "hash" TEXT NOT NULL,
    "applied_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sql_functions_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_email_key" ON "account"("email");

-- CreateIndex
CREATE INDEX "account_email_name_idx" ON "account" USING GIN ("email" gin_trgm_ops, "name" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "account_created_at_idx" ON "account"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_key" ON "session"("token");

-- CreateIndex
CREATE INDEX "session_account_id_idx" ON "session"("account_id");

-- CreateIndex
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");

-- CreateIndex
CREATE INDEX "credential_owner_id_idx" ON "credential"("owner_id");

-- CreateIndex
CREATE INDEX "verification_identifier_idx" ON "verification"("identifier");

-- CreateIndex
CREATE INDEX "verification_expires_at_idx" ON "verification"("expires_at");

-- CreateIndex
CREATE INDEX "link_request_due_at_idx" ON "link_request"("due_at");

-- CreateIndex
CREATE INDEX "two_factor_account_id_idx" ON "two_factor"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "api_key_account_id_created_at_idx" ON "api_key"("account_id", "created_at");

-- CreateIndex
CREATE INDEX "key_spend_period_start_idx" ON "key_spend"("period_start");

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
CREATE INDEX "skill_revision_package_id_idx" ON "skill_revision"("package_id");

-- CreateIndex
CREATE UNIQUE INDEX "skill_revision_skill_id_number_key" ON "skill_revision"("skill_id", "number");

-- CreateIndex
CREATE INDEX "skill_package_sha256_idx" ON "skill_package"("sha256");

-- CreateIndex
CREATE UNIQUE INDEX "skill_package_skill_id_version_key" ON "skill_package"("skill_id", "version");

-- CreateIndex
CREATE UNIQUE INDEX "skill_package_skill_id_content_sha256_key" ON "skill_package"("skill_id", "content_sha256");

-- CreateIndex
CREATE UNIQUE INDEX "listing_slug_key" ON "listing"("slug");

-- CreateIndex
CREATE INDEX "listing_popularity_skill_id_pricing_type_idx" ON "listing"("popularity" DESC, "skill_id" DESC, "pricing_type");

-- CreateIndex
CREATE INDEX "listing_published_at_skill_id_pricing_type_idx" ON "listing"("published_at" DESC, "skill_id" DESC, "pricing_type");

-- CreateIndex
CREATE INDEX "listing_first_use_micros_skill_id_pricing_type_idx" ON "listing"("first_use_micros", "skill_id", "pricing_type");

-- CreateIndex
CREATE INDEX "listing_rating_score_skill_id_pricing_type_idx" ON "listing"("rating_score" DESC, "skill_id" DESC, "pricing_type");

-- CreateIndex
CREATE INDEX "listing_category_popularity_skill_id_pricing_type_idx" ON "listing"("category", "popularity" DESC, "skill_id" DESC, "pricing_type");

-- CreateIndex
CREATE INDEX "listing_category_published_at_skill_id_pricing_type_idx" ON "listing"("category", "published_at" DESC, "skill_id" DESC, "pricing_type");

-- CreateIndex
CREATE INDEX "listing_category_first_use_micros_skill_id_pricing_type_idx" ON "listing"("category", "first_use_micros", "skill_id", "pricing_type");

-- CreateIndex
CREATE INDEX "listing_category_rating_score_skill_id_pricing_type_idx" ON "listing"("category", "rating_score" DESC, "skill_id" DESC, "pricing_type");

-- CreateIndex
CREATE INDEX "listing_search_search_idx" ON "listing_search" USING GIN ("search");

-- CreateIndex
CREATE INDEX "listing_search_name_folded_idx" ON "listing_search" USING GIN ("name_folded" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "listing_search_text_folded_idx" ON "listing_search" USING GIN ("text_folded" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "review_event_skill_id_created_at_idx" ON "review_event"("skill_id", "created_at");

-- CreateIndex
CREATE INDEX "audit_event_created_at_idx" ON "audit_event"("created_at");

-- CreateIndex
CREATE INDEX "audit_event_actor_id_created_at_idx" ON "audit_event"("actor_id", "created_at");

-- CreateIndex
CREATE INDEX "audit_event_action_created_at_idx" ON "audit_event"("action", "created_at");

-- CreateIndex
CREATE INDEX "audit_event_subject_type_subject_id_created_at_idx" ON "audit_event"("subject_type", "subject_id", "created_at");

-- CreateIndex
CREATE INDEX "skill_report_state_created_at_idx" ON "skill_report"("state", "created_at");

-- CreateIndex
CREATE INDEX "skill_report_skill_id_created_at_idx" ON "skill_report"("skill_id", "created_at");

-- CreateIndex
CREATE INDEX "skill_report_reporter_id_created_at_idx" ON "skill_report"("reporter_id", "created_at");

-- CreateIndex
CREATE INDEX "invariant_run_ran_at_idx" ON "invariant_run"("ran_at");

-- CreateIndex
CREATE INDEX "ledger_transaction_by_time" ON "ledger_transaction" USING BRIN ("created_at") WITH (autosummarize = on);

-- CreateIndex
CREATE UNIQUE INDEX "ledger_transaction_source_type_source_id_key" ON "ledger_transaction"("source_type", "source_id");

-- CreateIndex
CREATE INDEX "ledger_entry_transaction_id_idx" ON "ledger_entry"("transaction_id");

-- CreateIndex
CREATE INDEX "ledger_entry_account_owner_id_id_idx" ON "ledger_entry"("account", "owner_id", "id");

-- CreateIndex
CREATE INDEX "ledger_entry_by_time" ON "ledger_entry" USING BRIN ("created_at") WITH (autosummarize = on);

-- CreateIndex
CREATE INDEX "hold_by_time" ON "hold" USING BRIN ("created_at") WITH (autosummarize = on);

-- CreateIndex
CREATE INDEX "purchase_buyer_id_started_at_id_idx" ON "purchase"("buyer_id", "started_at", "id");

-- CreateIndex
CREATE INDEX "purchase_skill_id_buyer_id_idx" ON "purchase"("skill_id", "buyer_id");

-- CreateIndex
CREATE INDEX "purchase_event_seq_idx" ON "purchase"("event_seq");

-- CreateIndex
CREATE INDEX "purchase_started_at_id_idx" ON "purchase"("started_at", "id");

-- CreateIndex
CREATE INDEX "usage_record_account_id_created_at_id_idx" ON "usage_record"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "usage_record_skill_id_created_at_idx" ON "usage_record"("skill_id", "created_at");

-- CreateIndex
CREATE INDEX "usage_record_by_time" ON "usage_record" USING BRIN ("created_at");

-- CreateIndex
CREATE INDEX "usage_record_by_event_seq" ON "usage_record" USING BRIN ("event_seq") WITH (autosummarize = on);

-- CreateIndex
CREATE INDEX "skill_use_popular_until_idx" ON "skill_use"("popular_until");

-- CreateIndex
CREATE INDEX "skill_caller_day_day_idx" ON "skill_caller_day"("day");

-- CreateIndex
CREATE UNIQUE INDEX "skill_review_id_key" ON "skill_review"("id");

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
CREATE UNIQUE INDEX "payout_account_processor_account_id_key" ON "payout_account"("processor_account_id");

-- CreateIndex
CREATE UNIQUE INDEX "payout_transfer_id_key" ON "payout"("transfer_id");

-- CreateIndex
CREATE UNIQUE INDEX "payout_bank_payout_id_key" ON "payout"("bank_payout_id");

-- CreateIndex
CREATE INDEX "payout_developer_id_created_at_idx" ON "payout"("developer_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "payout_developer_id_request_key_key" ON "payout"("developer_id", "request_key");

-- CreateIndex
CREATE INDEX "payment_event_received_at_idx" ON "payment_event"("received_at");

-- CreateIndex
CREATE INDEX "auto_topup_customer_id_idx" ON "auto_topup"("customer_id");

-- CreateIndex
CREATE INDEX "auto_topup_payment_method_id_idx" ON "auto_topup"("payment_method_id");

-- CreateIndex
CREATE INDEX "card_detachment_next_try_at_idx" ON "card_detachment"("next_try_at");

-- CreateIndex
CREATE INDEX "notification_account_id_created_at_id_idx" ON "notification"("account_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "notification_account_id_kind_subject_key" ON "notification"("account_id", "kind", "subject");

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
ALTER TABLE "auto_topup" ADD CONSTRAINT "auto_topup_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification" ADD CONSTRAINT "notification_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema cannot say: rules on values, partial and special indexes, storage, and rows that are always there.

ALTER TABLE account
  ADD CONSTRAINT account_email_normal CHECK (email = lower(btrim(email))),
  ADD CONSTRAINT account_role CHECK (role IN ('user', 'admin'));

ALTER TABLE api_key
  ADD CONSTRAINT api_key_interval CHECK (credit_limit_interval IN ('day', 'week', 'month', 'total')),
  ADD CONSTRAINT api_key_limit CHECK (((credit_limit_micros IS NULL) = (credit_limit_interval IS NULL)) AND (credit_limit_micros >= 0));

ALTER TABLE auto_topup
  ADD CONSTRAINT auto_topup_amounts CHECK ((amount_cents > 0) AND (monthly_limit_cents >= amount_cents)),
  ADD CONSTRAINT auto_topup_complete CHECK ((NOT enabled) OR ((threshold_micros IS NOT NULL) AND (amount_cents IS NOT NULL) AND (monthly_limit_cents IS NOT NULL) AND (payment_method_id IS NOT NULL)));

ALTER TABLE catalog_generation
  ADD CONSTRAINT catalog_generation_one CHECK (id = 1);

ALTER TABLE hold
  ADD CONSTRAINT hold_amount CHECK ((amount_micros >= 0) AND (NOT (free AND (amount_micros > 0)))),
  ADD CONSTRAINT hold_closed CHECK ((state = 'held') = (closed_at IS NULL)),
  ADD CONSTRAINT hold_kind CHECK (kind IN ('execute', 'download')),
  ADD CONSTRAINT hold_state CHECK (state IN ('held', 'captured', 'released'));

ALTER TABLE key_spend
  ADD CONSTRAINT key_spend_amount CHECK (spent_micros >= 0);

ALTER TABLE ledger_entry
  ADD CONSTRAINT ledger_entry_account CHECK (account IN ('wallet', 'earnings', 'fees', 'processor', 'receivable', 'grants')),
  ADD CONSTRAINT ledger_entry_non_zero CHECK (amount_micros <> 0),
  ADD CONSTRAINT ledger_entry_owner CHECK (((account IN ('wallet', 'earnings')) = (owner_id IS NOT NULL)) OR (account = 'receivable'));

ALTER TABLE link_request
  ADD CONSTRAINT link_request_account CHECK ((purpose = 'change-email') = (account_id IS NOT NULL)),
  ADD CONSTRAINT link_request_purpose CHECK (purpose IN ('verify-email', 'reset-password', 'change-email', 'email-changed'));

ALTER TABLE listing
  ADD CONSTRAINT listing_priced CHECK (((pricing_type = 'subscription') AND (price_micros IS NOT NULL)) OR ((pricing_type = 'usage') AND (price_per_call_micros IS NOT NULL)));

ALTER TABLE payout
  ADD CONSTRAINT payout_amount CHECK ((amount_micros > 0) AND ((amount_micros % 10000) = 0)),
  ADD CONSTRAINT payout_origin CHECK (origin IN ('requested', 'monthly')),
  ADD CONSTRAINT payout_returned CHECK (((returned_micros >= 0) AND (returned_micros <= amount_micros)) AND ((state <> 'failed') OR (returned_micros = amount_micros))),
  ADD CONSTRAINT payout_state CHECK (state IN ('pending', 'in_transit', 'paid', 'returning', 'failed'));

ALTER TABLE purchase
  ADD CONSTRAINT purchase_interval CHECK ("interval" IN ('day', 'week', 'month', 'year')),
  ADD CONSTRAINT purchase_one_running EXCLUDE USING gist (buyer_id WITH =, skill_id WITH =, tstzrange(started_at, current_period_end) WITH &&) WHERE ((refunded_at IS NULL)),
  ADD CONSTRAINT purchase_period CHECK (current_period_end > started_at),
  ADD CONSTRAINT purchase_price CHECK (price_micros >= 0),
  ADD CONSTRAINT purchase_refunded CHECK (((refunded_micros >= 0) AND (refunded_micros <= price_micros)) AND ((refunded_at IS NOT NULL) OR (refunded_micros = 0)) AND ((refunded_at IS NULL) OR (status <> 'active'))),
  ADD CONSTRAINT purchase_status CHECK (status IN ('active', 'cancelled', 'expired'));

ALTER TABLE skill
  ADD CONSTRAINT skill_next_terms_dated CHECK ((next_terms IS NULL) = (next_terms_at IS NULL)),
  ADD CONSTRAINT skill_interval CHECK (subscription_interval IN ('day', 'week', 'month', 'year')),
  ADD CONSTRAINT skill_previous_secret CHECK ((previous_secret IS NULL) = (previous_secret_ends_at IS NULL)),
  ADD CONSTRAINT skill_prices CHECK ((price_micros >= 0) AND (price_per_call_micros >= 0) AND (free_calls >= 0)),
  ADD CONSTRAINT skill_pricing CHECK (pricing_type IN ('subscription', 'usage')),
  ADD CONSTRAINT skill_status CHECK (status IN ('draft', 'pending', 'approved', 'rejected')),
  ADD CONSTRAINT skill_suspension CHECK ((suspended_at IS NULL) = (suspension_reason IS NULL));

ALTER TABLE skill_report
  ADD CONSTRAINT skill_report_decided CHECK ((state = 'open') = (decided_at IS NULL)),
  ADD CONSTRAINT skill_report_kind CHECK (kind IN ('malware', 'stolen', 'misleading', 'broken', 'other')),
  ADD CONSTRAINT skill_report_state CHECK (state IN ('open', 'dismissed', 'warned', 'suspended'));

ALTER TABLE skill_review
  ADD CONSTRAINT skill_review_rating CHECK ((rating >= 1) AND (rating <= 5)),
  ADD CONSTRAINT skill_review_reply CHECK ((reply IS NULL) = (replied_at IS NULL));

ALTER TABLE skill_revision
  ADD CONSTRAINT skill_revision_execution CHECK (execution_type IN ('api', 'download', 'both')),
  ADD CONSTRAINT skill_revision_status CHECK (status IN ('draft', 'pending', 'approved', 'rejected', 'superseded'));

ALTER TABLE topup_order
  ADD CONSTRAINT topup_order_amounts CHECK ((amount_cents > 0) AND (credits_micros = (amount_cents * 10000)) AND (refunded_cents >= 0) AND (disputed_cents >= 0)),
  ADD CONSTRAINT topup_order_reversed CHECK ((reversed_micros >= 0) AND (reversed_micros <= credits_micros)),
  ADD CONSTRAINT topup_order_state CHECK (state IN ('created', 'open', 'processing', 'paid', 'failed', 'expired'));

ALTER TABLE usage_record
  ADD CONSTRAINT usage_record_cost CHECK (cost_micros >= 0),
  ADD CONSTRAINT usage_record_kind CHECK (kind IN ('execute', 'download')),
  ADD CONSTRAINT usage_record_status CHECK (status IN ('succeeded', 'failed'));

ALTER TABLE wallet
  ADD CONSTRAINT wallet_held CHECK (held_micros >= 0),
  ADD CONSTRAINT wallet_not_overdrawn CHECK ((posted_micros - held_micros) >= 0);

-- Administrators are few, and looked for among all accounts.
CREATE INDEX account_administrators ON account (id) WHERE role = 'admin';

CREATE INDEX account_suspended ON account (id) WHERE suspended_at IS NOT NULL;

CREATE INDEX auto_topup_limited ON auto_topup (limited_until) WHERE limited_until IS NOT NULL;

CREATE INDEX hold_open_by_account ON hold (account_id) WHERE state = 'held';

CREATE INDEX hold_open_by_expiry ON hold (expires_at) WHERE state = 'held';

CREATE INDEX hold_open_by_skill ON hold (skill_id) WHERE state = 'held';

-- What is looked for every few seconds or minutes is found without reading everything.
CREATE INDEX idempotency_record_claims ON idempotency_record (created_at) WHERE completed_at IS NULL;

CREATE INDEX ledger_entry_earnings ON ledger_entry (owner_id, created_at, amount_micros) WHERE account = 'earnings';

CREATE INDEX ledger_transaction_sales ON ledger_transaction (event_seq) WHERE source_type IN ('purchase', 'refund');

CREATE INDEX notification_mail_due ON notification (mail_due_at) WHERE mail_due_at IS NOT NULL;

CREATE INDEX notification_unread ON notification (account_id) WHERE read_at IS NULL;

CREATE INDEX payment_event_processed ON payment_event (received_at) WHERE processed_at IS NOT NULL AND payload <> '{}';

CREATE INDEX payment_event_unprocessed ON payment_event (received_at) WHERE processed_at IS NULL;

CREATE INDEX payout_due ON payout (next_try_at) WHERE state IN ('pending', 'in_transit', 'returning');

-- A paid one may still come back beside the next, so those that return are not counted.
CREATE UNIQUE INDEX payout_one_in_flight ON payout (developer_id) WHERE state IN ('pending', 'in_transit');

CREATE INDEX purchase_active_by_skill ON purchase (skill_id, id) WHERE status = 'active';

CREATE INDEX purchase_due ON purchase (current_period_end) WHERE status = 'active';

-- At most one purchase of a skill by a buyer is active. That was so by the functions alone, and they looked for the latest
-- one, for which a plan made on a small table read every active purchase there is.
CREATE UNIQUE INDEX purchase_one_active ON purchase (buyer_id, skill_id) WHERE status = 'active';

CREATE INDEX skill_next_terms_due ON skill (next_terms_at) WHERE next_terms_at IS NOT NULL;

CREATE INDEX skill_suspended ON skill (id) WHERE suspended_at IS NOT NULL;

-- One account has one open report of a skill, however often it asks.
CREATE UNIQUE INDEX "skill_report_one_open" ON "skill_report" (skill_id, reporter_id) WHERE state = 'open';

CREATE UNIQUE INDEX skill_one_pending_revision ON skill_revision (skill_id) WHERE status = 'pending';

CREATE INDEX skill_use_due ON skill_use (skill_id) WHERE changes <> shown;

CREATE INDEX topup_order_disputed ON topup_order (id) WHERE disputes <> '{}';

CREATE INDEX topup_order_due ON topup_order (next_try_at) WHERE automatic AND state = 'created';

-- At most one automatic payment of an account is under way.
CREATE UNIQUE INDEX topup_order_one_automatic ON topup_order (account_id) WHERE automatic AND state IN ('created', 'open', 'processing');

CREATE INDEX topup_order_unended ON topup_order (created_at, id) WHERE state IN ('created', 'open', 'processing');

-- Failed calls of a skill are few, and are what developers filter by.
CREATE INDEX usage_record_failures ON usage_record (skill_id, created_at DESC) WHERE status = 'failed';

CREATE INDEX wallet_notice_due ON wallet (account_id) WHERE notice_due;

CREATE INDEX wallet_topup_due ON wallet (account_id) WHERE topup_due;

CREATE TABLE usage_record_default PARTITION OF usage_record DEFAULT;

-- Rows that are updated at every call keep room for their next version on the same page, and are vacuumed early.
ALTER TABLE wallet SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE process_lease SET (fillfactor = 50);
ALTER TABLE hold SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
-- Texts that only a match reads live in TOAST, so that filters and sorts read few pages.
ALTER TABLE listing_search SET (toast_tuple_target = 128, fillfactor = 85),
  ALTER COLUMN category SET STORAGE MAIN, ALTER COLUMN pricing_type SET STORAGE MAIN,
  ALTER COLUMN execution_type SET STORAGE MAIN, ALTER COLUMN name_folded SET STORAGE MAIN,
  ALTER COLUMN padding SET STORAGE MAIN;

INSERT INTO catalog_generation (generation) VALUES (1);
INSERT INTO rollup_cursor (name) VALUES ('analytics'), ('earnings'), ('wallets');
