-- Everything that 59 migrations had made by 20261124; they are in prisma/former-migrations. See docs/adr/0002.
CREATE EXTENSION IF NOT EXISTS btree_gist;
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- Numbers the rows that rollups read. The default of their columns assigns the transaction id first, which lets rollup_step know up
-- to which number everything is committed.
CREATE SEQUENCE event_seq;

CREATE TABLE "account" (
    "id" uuid NOT NULL,
    "email" text NOT NULL,
    "name" text NOT NULL,
    "email_verified" boolean NOT NULL DEFAULT false,
    "image" text,
    "role" text NOT NULL DEFAULT 'user'::text,
    "two_factor_enabled" boolean NOT NULL DEFAULT false,
    "suspended_at" timestamp(3) with time zone,
    "closed_at" timestamp(3) with time zone,
    "suspension_reason" text,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" timestamp(3) with time zone NOT NULL,
    "handle" text NOT NULL DEFAULT ('user-'::text || substr(replace((gen_random_uuid())::text, '-'::text, ''::text), 1, 16)),
    "bio" text NOT NULL DEFAULT ''::text,
    "links" text[] NOT NULL DEFAULT '{}'::text[],
    "verified_at" timestamp(3) with time zone,
    "verified_by" uuid,
    "stores_parameters" boolean NOT NULL DEFAULT false,
    "muted_notices" text[] DEFAULT ARRAY[]::text[],
    "terms_version" integer,
    "fee_bps" integer,
    "last_signed_in_at" timestamp(3) with time zone,
    CONSTRAINT "account_pkey" PRIMARY KEY (id),
    CONSTRAINT "account_email_normal" CHECK ((email = lower(btrim(email)))),
    CONSTRAINT "account_fee_bps" CHECK (((fee_bps >= 0) AND (fee_bps <= 10000))),
    CONSTRAINT "account_handle_form" CHECK (((handle ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(handle) <= 64))),
    CONSTRAINT "account_role" CHECK ((role = ANY (ARRAY['user'::text, 'admin'::text])))
);
CREATE INDEX account_administrators ON account USING btree (id) WHERE (role = 'admin'::text);
CREATE INDEX account_created_at_idx ON account USING btree (created_at);
CREATE UNIQUE INDEX account_email_key ON account USING btree (email);
CREATE INDEX account_email_name_idx ON account USING gin (email gin_trgm_ops, name gin_trgm_ops);
CREATE UNIQUE INDEX account_handle_key ON account USING btree (handle);
CREATE INDEX account_suspended ON account USING btree (id) WHERE (suspended_at IS NOT NULL);
CREATE TABLE "session" (
    "id" uuid NOT NULL,
    "token" text NOT NULL,
    "account_id" uuid NOT NULL,
    "expires_at" timestamp(3) with time zone NOT NULL,
    "ip_address" text,
    "user_agent" text,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "session_pkey" PRIMARY KEY (id)
);
CREATE INDEX session_account_id_idx ON session USING btree (account_id);
CREATE INDEX session_expires_at_idx ON session USING btree (expires_at);
CREATE UNIQUE INDEX session_token_key ON session USING btree (token);
CREATE TABLE "credential" (
    "id" uuid NOT NULL,
    "external_id" text NOT NULL,
    "provider_id" text NOT NULL,
    "owner_id" uuid NOT NULL,
    "password" text,
    "access_token" text,
    "refresh_token" text,
    "id_token" text,
    "access_token_expires_at" timestamp(3) with time zone,
    "refresh_token_expires_at" timestamp(3) with time zone,
    "scope" text,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "credential_pkey" PRIMARY KEY (id)
);
CREATE INDEX credential_owner_id_idx ON credential USING btree (owner_id);
CREATE UNIQUE INDEX credential_provider_id_external_id_key ON credential USING btree (provider_id, external_id);
CREATE TABLE "verification" (
    "id" uuid NOT NULL,
    "identifier" text NOT NULL,
    "value" text NOT NULL,
    "expires_at" timestamp(3) with time zone NOT NULL,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "verification_pkey" PRIMARY KEY (id)
);
CREATE INDEX verification_expires_at_idx ON verification USING btree (expires_at);
CREATE INDEX verification_identifier_idx ON verification USING btree (identifier);
CREATE TABLE "link_request" (
    "id" uuid NOT NULL,
    "purpose" text NOT NULL,
    "email" text NOT NULL,
    "account_id" uuid,
    "attempts" integer NOT NULL DEFAULT 0,
    "due_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "link_request_pkey" PRIMARY KEY (id),
    CONSTRAINT "link_request_account" CHECK (((purpose = 'change-email'::text) = (account_id IS NOT NULL))),
    CONSTRAINT "link_request_purpose" CHECK ((purpose = ANY (ARRAY['verify-email'::text, 'reset-password'::text, 'change-email'::text, 'email-changed'::text, 'invitation'::text])))
);
CREATE INDEX link_request_due_at_idx ON link_request USING btree (due_at);
CREATE TABLE "two_factor" (
    "id" uuid NOT NULL,
    "secret" text NOT NULL,
    "backup_codes" text NOT NULL,
    "account_id" uuid NOT NULL,
    "verified" boolean,
    "failed_verification_count" integer,
    "locked_until" timestamp(3) with time zone,
    CONSTRAINT "two_factor_pkey" PRIMARY KEY (id)
);
CREATE INDEX two_factor_account_id_idx ON two_factor USING btree (account_id);
CREATE TABLE "api_key" (
    "id" uuid NOT NULL,
    "account_id" uuid NOT NULL,
    "name" text,
    "prefix" text NOT NULL,
    "hash" bytea NOT NULL,
    "active" boolean NOT NULL DEFAULT true,
    "expires_at" timestamp(3) with time zone,
    "last_used_at" timestamp(3) with time zone,
    "revoked_at" timestamp(3) with time zone,
    "scopes" text[],
    "skills" text[],
    "credit_limit_micros" bigint,
    "credit_limit_interval" text,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ask_above_micros" bigint,
    "client_id" text,
    "replaced_by_id" uuid,
    "spend_key_id" uuid,
    CONSTRAINT "api_key_pkey" PRIMARY KEY (id),
    CONSTRAINT "api_key_interval" CHECK ((credit_limit_interval = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'total'::text]))),
    CONSTRAINT "api_key_limit" CHECK ((((credit_limit_micros IS NULL) = (credit_limit_interval IS NULL)) AND (credit_limit_micros >= 0)))
);
CREATE INDEX api_key_account_id_created_at_idx ON api_key USING btree (account_id, created_at);
CREATE INDEX api_key_client_id_idx ON api_key USING btree (client_id);
CREATE UNIQUE INDEX api_key_hash_key ON api_key USING btree (hash);
CREATE TABLE "key_spend" (
    "key_id" uuid NOT NULL,
    "period_start" timestamp(3) with time zone NOT NULL,
    "spent_micros" bigint NOT NULL DEFAULT 0,
    CONSTRAINT "key_spend_pkey" PRIMARY KEY (key_id, period_start),
    CONSTRAINT "key_spend_amount" CHECK ((spent_micros >= 0))
);
CREATE INDEX key_spend_period_start_idx ON key_spend USING btree (period_start);
CREATE TABLE "rate_counter" (
    "bucket" text NOT NULL,
    "subject" text NOT NULL,
    "window_start" timestamp(3) with time zone NOT NULL,
    "count" integer NOT NULL,
    CONSTRAINT "rate_counter_pkey" PRIMARY KEY (bucket, subject, window_start)
);
CREATE INDEX rate_counter_window_start_idx ON rate_counter USING btree (window_start);
CREATE TABLE "idempotency_record" (
    "account_id" uuid NOT NULL,
    "key" text NOT NULL,
    "token" uuid NOT NULL,
    "fingerprint" bytea NOT NULL,
    "status" integer,
    "body" text,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" timestamp(3) with time zone,
    "process_id" uuid,
    CONSTRAINT "idempotency_record_pkey" PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotency_record_claims ON idempotency_record USING btree (created_at) WHERE (completed_at IS NULL);
CREATE INDEX idempotency_record_created_at_idx ON idempotency_record USING btree (created_at);
CREATE TABLE "skill" (
    "id" uuid NOT NULL,
    "slug" text NOT NULL,
    "owner_id" uuid NOT NULL,
    "status" text NOT NULL DEFAULT 'draft'::text,
    "pricing_type" text NOT NULL DEFAULT 'subscription'::text,
    "price_micros" bigint,
    "subscription_interval" text,
    "price_per_call_micros" bigint,
    "free_calls" integer NOT NULL DEFAULT 0,
    "next_terms" jsonb,
    "next_terms_at" timestamp(3) with time zone,
    "price_raised_at" timestamp(3) with time zone,
    "current_revision_id" uuid NOT NULL,
    "live_revision_id" uuid,
    "signing_secret" text NOT NULL,
    "previous_secret" text,
    "previous_secret_ends_at" timestamp(3) with time zone,
    "pseudonym_secret" text NOT NULL DEFAULT replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text),
    "unlisted_at" timestamp(3) with time zone,
    "suspended_at" timestamp(3) with time zone,
    "suspension_reason" text,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "logs_bodies" boolean NOT NULL DEFAULT false,
    CONSTRAINT "skill_pkey" PRIMARY KEY (id),
    CONSTRAINT "skill_interval" CHECK ((subscription_interval = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'year'::text]))),
    CONSTRAINT "skill_next_terms_dated" CHECK (((next_terms IS NULL) = (next_terms_at IS NULL))),
    CONSTRAINT "skill_previous_secret" CHECK (((previous_secret IS NULL) = (previous_secret_ends_at IS NULL))),
    CONSTRAINT "skill_prices" CHECK (((price_micros >= 0) AND (price_per_call_micros >= 0) AND (free_calls >= 0))),
    CONSTRAINT "skill_pricing" CHECK ((pricing_type = ANY (ARRAY['subscription'::text, 'usage'::text]))),
    CONSTRAINT "skill_status" CHECK ((status = ANY (ARRAY['draft'::text, 'pending'::text, 'approved'::text, 'rejected'::text]))),
    CONSTRAINT "skill_suspension" CHECK (((suspended_at IS NULL) = (suspension_reason IS NULL)))
);
CREATE INDEX skill_next_terms_due ON skill USING btree (next_terms_at) WHERE (next_terms_at IS NOT NULL);
CREATE INDEX skill_owner_id_created_at_idx ON skill USING btree (owner_id, created_at);
CREATE UNIQUE INDEX skill_slug_key ON skill USING btree (slug);
CREATE INDEX skill_status_updated_at_idx ON skill USING btree (status, updated_at);
CREATE INDEX skill_suspended ON skill USING btree (id) WHERE (suspended_at IS NOT NULL);
CREATE TABLE "skill_revision" (
    "id" uuid NOT NULL,
    "skill_id" uuid NOT NULL,
    "number" integer NOT NULL,
    "status" text NOT NULL,
    "name" text NOT NULL,
    "description" text NOT NULL,
    "category" text NOT NULL,
    "readme" text,
    "execution_type" text NOT NULL,
    "api_endpoint" text,
    "api_schema" json,
    "package_id" uuid,
    "rejection_reason" text,
    "submitted_at" timestamp(3) with time zone,
    "reviewed_at" timestamp(3) with time zone,
    "reviewed_by" uuid,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "package_preview" text NOT NULL DEFAULT 'skill_md'::text,
    "response_schema" json,
    "response_mode" text NOT NULL DEFAULT 'flag'::text,
    "examples" json,
    "icon" text,
    "screenshots" json,
    CONSTRAINT "skill_revision_pkey" PRIMARY KEY (id),
    CONSTRAINT "skill_revision_execution" CHECK ((execution_type = ANY (ARRAY['api'::text, 'download'::text, 'both'::text]))),
    CONSTRAINT "skill_revision_status" CHECK ((status = ANY (ARRAY['draft'::text, 'pending'::text, 'approved'::text, 'rejected'::text, 'superseded'::text])))
);
CREATE UNIQUE INDEX skill_one_pending_revision ON skill_revision USING btree (skill_id) WHERE (status = 'pending'::text);
CREATE INDEX skill_revision_package_id_idx ON skill_revision USING btree (package_id);
CREATE INDEX skill_revision_reviewed_at_idx ON skill_revision USING btree (reviewed_at);
CREATE UNIQUE INDEX skill_revision_skill_id_number_key ON skill_revision USING btree (skill_id, number);
CREATE TABLE "skill_package" (
    "id" uuid NOT NULL,
    "skill_id" uuid NOT NULL,
    "version" text NOT NULL,
    "name" text NOT NULL,
    "sha256" text NOT NULL,
    "content_sha256" text NOT NULL,
    "size_bytes" bigint NOT NULL,
    "manifest" jsonb NOT NULL,
    "findings" jsonb NOT NULL,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" timestamp(3) with time zone,
    CONSTRAINT "skill_package_pkey" PRIMARY KEY (id)
);
CREATE INDEX skill_package_sha256_idx ON skill_package USING btree (sha256);
CREATE UNIQUE INDEX skill_package_skill_id_content_sha256_key ON skill_package USING btree (skill_id, content_sha256);
CREATE UNIQUE INDEX skill_package_skill_id_version_key ON skill_package USING btree (skill_id, version);
CREATE TABLE "package_blob" (
    "sha256" text NOT NULL,
    "size_bytes" bigint NOT NULL,
    "put_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "package_blob_pkey" PRIMARY KEY (sha256)
);
CREATE TABLE "listing" (
    "skill_id" uuid NOT NULL,
    "slug" text NOT NULL,
    "revision_id" uuid NOT NULL,
    "revision_number" integer NOT NULL,
    "owner_id" uuid NOT NULL,
    "developer_name" text NOT NULL,
    "name" text NOT NULL,
    "description" text NOT NULL,
    "category" text NOT NULL,
    "readme" text,
    "execution_type" text NOT NULL,
    "api_endpoint" text,
    "api_schema" json,
    "pricing_type" text NOT NULL,
    "price_micros" bigint,
    "subscription_interval" text,
    "price_per_call_micros" bigint,
    "free_calls" integer NOT NULL,
    "next_terms" jsonb,
    "next_terms_at" timestamp(3) with time zone,
    "package_id" uuid,
    "package_version" text,
    "package_size_bytes" bigint,
    "package_sha256" text,
    "purchase_count" bigint NOT NULL DEFAULT 0,
    "call_count" bigint NOT NULL DEFAULT 0,
    "popularity" bigint NOT NULL DEFAULT 0,
    "rating_sum" bigint NOT NULL DEFAULT 0,
    "rating_count" bigint NOT NULL DEFAULT 0,
    "rating_score" double precision NOT NULL DEFAULT 0,
    "created_at" timestamp(3) with time zone NOT NULL,
    "updated_at" timestamp(3) with time zone NOT NULL,
    "published_at" timestamp(3) with time zone NOT NULL,
    "developer_handle" text NOT NULL DEFAULT ''::text,
    "developer_verified" boolean NOT NULL DEFAULT false,
    "rating_counts" bigint[] NOT NULL DEFAULT ARRAY[(0)::bigint, (0)::bigint, (0)::bigint, (0)::bigint, (0)::bigint],
    "week_uses" bigint NOT NULL DEFAULT 0,
    "trust" jsonb,
    "traits" integer NOT NULL GENERATED ALWAYS AS ((((((((
CASE pricing_type
    WHEN 'usage'::text THEN 1
    ELSE 2
END +
CASE
    WHEN (execution_type = ANY (ARRAY['api'::text, 'both'::text])) THEN 4
    ELSE 0
END) +
CASE
    WHEN (execution_type = ANY (ARRAY['download'::text, 'both'::text])) THEN 8
    ELSE 0
END) +
CASE
    WHEN (COALESCE(
    CASE pricing_type
        WHEN 'usage'::text THEN price_per_call_micros
        ELSE price_micros
    END, (0)::bigint) = 0) THEN 16
    ELSE 0
END) +
CASE
    WHEN ((pricing_type = 'usage'::text) AND (free_calls > 0)) THEN 32
    ELSE 0
END) +
CASE
    WHEN ((rating_count > 0) AND (rating_sum >= (3 * rating_count))) THEN 64
    ELSE 0
END) +
CASE
    WHEN ((rating_count > 0) AND (rating_sum >= (4 * rating_count))) THEN 128
    ELSE 0
END) +
CASE
    WHEN developer_verified THEN 256
    ELSE 0
END)) STORED,
    "price_rank" bigint NOT NULL GENERATED ALWAYS AS (
CASE pricing_type
    WHEN 'usage'::text THEN COALESCE(price_per_call_micros, (0)::bigint)
    ELSE ('1125899906842624'::bigint + ((COALESCE(price_micros, (0)::bigint) *
    CASE subscription_interval
        WHEN 'day'::text THEN 487
        WHEN 'week'::text THEN 487
        ELSE 1
    END) /
    CASE subscription_interval
        WHEN 'day'::text THEN 16
        WHEN 'week'::text THEN 112
        WHEN 'year'::text THEN 12
        ELSE 1
    END))
END) STORED,
    "package_preview" text NOT NULL DEFAULT 'skill_md'::text,
    "response_schema" json,
    "response_mode" text NOT NULL DEFAULT 'flag'::text,
    "examples" json,
    "icon" text,
    "screenshots" json,
    CONSTRAINT "listing_pkey" PRIMARY KEY (skill_id),
    CONSTRAINT "listing_priced" CHECK ((((pricing_type = 'subscription'::text) AND (price_micros IS NOT NULL)) OR ((pricing_type = 'usage'::text) AND (price_per_call_micros IS NOT NULL))))
);
CREATE INDEX listing_category_popularity_skill_id_traits_idx ON listing USING btree (category, popularity DESC, skill_id DESC, traits);
CREATE INDEX listing_category_price_rank_skill_id_traits_idx ON listing USING btree (category, price_rank, skill_id, traits);
CREATE INDEX listing_category_published_at_skill_id_traits_idx ON listing USING btree (category, published_at DESC, skill_id DESC, traits);
CREATE INDEX listing_category_rating_score_skill_id_traits_idx ON listing USING btree (category, rating_score DESC, skill_id DESC, traits);
CREATE INDEX listing_category_week_uses_skill_id_traits_idx ON listing USING btree (category, week_uses DESC, skill_id DESC, traits);
CREATE INDEX listing_developer_handle_idx ON listing USING btree (developer_handle);
CREATE INDEX listing_owner_id_idx ON listing USING btree (owner_id);
CREATE INDEX listing_popularity_skill_id_traits_idx ON listing USING btree (popularity DESC, skill_id DESC, traits);
CREATE INDEX listing_price_rank_skill_id_traits_idx ON listing USING btree (price_rank, skill_id, traits);
CREATE INDEX listing_published_at_skill_id_traits_idx ON listing USING btree (published_at DESC, skill_id DESC, traits);
CREATE INDEX listing_rating_score_skill_id_traits_idx ON listing USING btree (rating_score DESC, skill_id DESC, traits);
CREATE UNIQUE INDEX listing_slug_key ON listing USING btree (slug);
CREATE INDEX listing_week_uses_skill_id_traits_idx ON listing USING btree (week_uses DESC, skill_id DESC, traits);
CREATE TABLE "listing_search" (
    "skill_id" uuid NOT NULL,
    "popularity" bigint NOT NULL,
    "published_at" timestamp(3) with time zone NOT NULL,
    "rating_score" double precision NOT NULL,
    "category" text NOT NULL,
    "name_folded" text NOT NULL,
    "text_folded" text NOT NULL,
    "search" tsvector NOT NULL,
    "padding" text NOT NULL DEFAULT repeat(' '::text, 2100),
    "traits" integer NOT NULL,
    "price_rank" bigint NOT NULL,
    "is_popular" boolean NOT NULL DEFAULT false,
    CONSTRAINT "listing_search_pkey" PRIMARY KEY (skill_id)
) WITH (toast_tuple_target=128, fillfactor=85);
CREATE INDEX listing_search_name_folded_idx ON listing_search USING gin (name_folded gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX listing_search_name_folded_idx1 ON listing_search USING btree (name_folded);
CREATE INDEX listing_search_popular_idx ON listing_search USING gin (search) WITH (fastupdate=off) WHERE is_popular;
CREATE INDEX listing_search_search_idx ON listing_search USING gin (search) WITH (fastupdate=off);
CREATE INDEX listing_search_text_folded_idx ON listing_search USING gin (text_folded gin_trgm_ops) WITH (fastupdate=off);
CREATE TABLE "catalog_generation" (
    "id" integer NOT NULL DEFAULT 1,
    "generation" bigint NOT NULL,
    CONSTRAINT "catalog_generation_pkey" PRIMARY KEY (id),
    CONSTRAINT "catalog_generation_one" CHECK ((id = 1))
);
CREATE TABLE "review_event" (
    "id" uuid NOT NULL,
    "skill_id" uuid NOT NULL,
    "revision_id" uuid NOT NULL,
    "actor_id" uuid NOT NULL,
    "action" text NOT NULL,
    "reason" text,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "terms_before" jsonb,
    "terms_after" jsonb,
    "applies_at" timestamp(3) with time zone,
    CONSTRAINT "review_event_pkey" PRIMARY KEY (id)
);
CREATE INDEX review_event_skill_id_created_at_idx ON review_event USING btree (skill_id, created_at);
CREATE TABLE "audit_event" (
    "id" uuid NOT NULL,
    "actor_id" uuid,
    "action" text NOT NULL,
    "subject_type" text NOT NULL,
    "subject_id" text NOT NULL,
    "details" jsonb NOT NULL,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "audit_event_pkey" PRIMARY KEY (id)
);
CREATE INDEX audit_event_action_created_at_idx ON audit_event USING btree (action, created_at);
CREATE INDEX audit_event_actor_id_created_at_idx ON audit_event USING btree (actor_id, created_at);
CREATE INDEX audit_event_created_at_idx ON audit_event USING btree (created_at);
CREATE INDEX audit_event_subject_type_subject_id_created_at_idx ON audit_event USING btree (subject_type, subject_id, created_at);
CREATE TABLE "skill_report" (
    "id" uuid NOT NULL,
    "skill_id" uuid NOT NULL,
    "reporter_id" uuid NOT NULL,
    "kind" text NOT NULL,
    "text" text NOT NULL,
    "state" text NOT NULL DEFAULT 'open'::text,
    "note" text,
    "decided_by" uuid,
    "decided_at" timestamp(3) with time zone,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "skill_report_pkey" PRIMARY KEY (id),
    CONSTRAINT "skill_report_decided" CHECK (((state = 'open'::text) = (decided_at IS NULL))),
    CONSTRAINT "skill_report_kind" CHECK ((kind = ANY (ARRAY['malware'::text, 'stolen'::text, 'misleading'::text, 'broken'::text, 'other'::text]))),
    CONSTRAINT "skill_report_state" CHECK ((state = ANY (ARRAY['open'::text, 'dismissed'::text, 'warned'::text, 'suspended'::text])))
);
CREATE UNIQUE INDEX skill_report_one_open ON skill_report USING btree (skill_id, reporter_id) WHERE (state = 'open'::text);
CREATE INDEX skill_report_reporter_id_created_at_idx ON skill_report USING btree (reporter_id, created_at);
CREATE INDEX skill_report_skill_id_created_at_idx ON skill_report USING btree (skill_id, created_at);
CREATE INDEX skill_report_state_created_at_idx ON skill_report USING btree (state, created_at);
CREATE TABLE "invariant_run" (
    "id" uuid NOT NULL,
    "broken" integer NOT NULL,
    "counts" jsonb NOT NULL,
    "examples" jsonb NOT NULL DEFAULT '{}'::jsonb,
    "unchecked" jsonb NOT NULL DEFAULT '{}'::jsonb,
    "whole" boolean NOT NULL DEFAULT true,
    "duration_ms" integer NOT NULL,
    "actor_id" uuid,
    "ran_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "invariant_run_pkey" PRIMARY KEY (id)
);
CREATE INDEX invariant_run_ran_at_idx ON invariant_run USING btree (ran_at);
CREATE TABLE "check_cursor" (
    "name" text NOT NULL,
    "checked_until" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "check_cursor_pkey" PRIMARY KEY (name)
);
CREATE TABLE "wallet_sum" (
    "account_id" uuid NOT NULL,
    "posted_micros" bigint NOT NULL,
    CONSTRAINT "wallet_sum_pkey" PRIMARY KEY (account_id)
);
CREATE TABLE "job_run" (
    "queue" text NOT NULL,
    "every_seconds" integer,
    "tried_at" timestamp(3) with time zone NOT NULL,
    "succeeded_at" timestamp(3) with time zone,
    "failures" integer NOT NULL DEFAULT 0,
    "error" text,
    CONSTRAINT "job_run_pkey" PRIMARY KEY (queue)
);
CREATE TABLE "wallet" (
    "account_id" uuid NOT NULL,
    "posted_micros" bigint NOT NULL DEFAULT 0,
    "held_micros" bigint NOT NULL DEFAULT 0,
    "notice_below_micros" bigint,
    "topup_below_micros" bigint,
    "notice_due" boolean NOT NULL DEFAULT false,
    "topup_due" boolean NOT NULL DEFAULT false,
    "confirm_above_micros" bigint NOT NULL DEFAULT 1000000,
    CONSTRAINT "wallet_pkey" PRIMARY KEY (account_id),
    CONSTRAINT "wallet_confirm_above" CHECK ((confirm_above_micros >= 0)),
    CONSTRAINT "wallet_held" CHECK ((held_micros >= 0)),
    CONSTRAINT "wallet_not_overdrawn" CHECK (((posted_micros - held_micros) >= 0))
) WITH (fillfactor=50, autovacuum_vacuum_scale_factor=0.05);
CREATE INDEX wallet_notice_due ON wallet USING btree (account_id) WHERE notice_due;
CREATE INDEX wallet_topup_due ON wallet USING btree (account_id) WHERE topup_due;
CREATE TABLE "ledger_transaction" (
    "id" uuid NOT NULL,
    "kind" text NOT NULL,
    "source_type" text NOT NULL,
    "source_id" text NOT NULL,
    "subject" text,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "event_seq" bigint DEFAULT 
CASE
    WHEN (pg_current_xact_id() IS NOT NULL) THEN nextval('event_seq'::regclass)
    ELSE NULL::bigint
END,
    CONSTRAINT "ledger_transaction_pkey" PRIMARY KEY (id)
);
CREATE INDEX ledger_transaction_by_time ON ledger_transaction USING brin (created_at) WITH (autosummarize='on');
CREATE INDEX ledger_transaction_sales ON ledger_transaction USING btree (event_seq) WHERE (source_type = ANY (ARRAY['purchase'::text, 'refund'::text]));
CREATE UNIQUE INDEX ledger_transaction_source_type_source_id_key ON ledger_transaction USING btree (source_type, source_id);
CREATE TABLE "ledger_entry" (
    "id" bigint NOT NULL DEFAULT 
CASE
    WHEN (pg_current_xact_id() IS NOT NULL) THEN nextval('event_seq'::regclass)
    ELSE NULL::bigint
END,
    "transaction_id" uuid NOT NULL,
    "account" text NOT NULL,
    "owner_id" uuid,
    "amount_micros" bigint NOT NULL,
    "balance_after_micros" bigint,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "ledger_entry_pkey" PRIMARY KEY (id),
    CONSTRAINT "ledger_entry_account" CHECK ((account = ANY (ARRAY['wallet'::text, 'earnings'::text, 'fees'::text, 'processor'::text, 'receivable'::text, 'grants'::text]))),
    CONSTRAINT "ledger_entry_non_zero" CHECK ((amount_micros <> 0)),
    CONSTRAINT "ledger_entry_owner" CHECK ((((account = ANY (ARRAY['wallet'::text, 'earnings'::text])) = (owner_id IS NOT NULL)) OR (account = 'receivable'::text)))
);
CREATE INDEX ledger_entry_account_owner_id_id_idx ON ledger_entry USING btree (account, owner_id, id);
CREATE INDEX ledger_entry_by_time ON ledger_entry USING brin (created_at) WITH (autosummarize='on');
CREATE INDEX ledger_entry_earnings ON ledger_entry USING btree (owner_id, created_at, amount_micros) WHERE (account = 'earnings'::text);
CREATE INDEX ledger_entry_transaction_id_idx ON ledger_entry USING btree (transaction_id);
CREATE TABLE "earnings_day" (
    "owner_id" uuid NOT NULL,
    "day" date NOT NULL,
    "sales_micros" bigint NOT NULL,
    "refunds_micros" bigint NOT NULL,
    "fees_micros" bigint NOT NULL,
    "payouts_micros" bigint NOT NULL,
    "net_micros" bigint NOT NULL,
    "held_micros" bigint NOT NULL,
    CONSTRAINT "earnings_day_pkey" PRIMARY KEY (owner_id, day)
);
CREATE TABLE "hold" (
    "id" uuid NOT NULL,
    "account_id" uuid NOT NULL,
    "skill_id" uuid NOT NULL,
    "developer_id" uuid NOT NULL,
    "key_id" uuid,
    "key_period" timestamp(3) with time zone,
    "amount_micros" bigint NOT NULL,
    "free" boolean NOT NULL DEFAULT false,
    "state" text NOT NULL DEFAULT 'held'::text,
    "kind" text NOT NULL,
    "skill_slug" text NOT NULL,
    "key_prefix" text,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" timestamp(3) with time zone NOT NULL,
    "closed_at" timestamp(3) with time zone,
    "process_id" uuid,
    "skill_version" integer,
    CONSTRAINT "hold_pkey" PRIMARY KEY (id),
    CONSTRAINT "hold_amount" CHECK (((amount_micros >= 0) AND (NOT (free AND (amount_micros > 0))))),
    CONSTRAINT "hold_closed" CHECK (((state = 'held'::text) = (closed_at IS NULL))),
    CONSTRAINT "hold_kind" CHECK ((kind = ANY (ARRAY['execute'::text, 'download'::text]))),
    CONSTRAINT "hold_state" CHECK ((state = ANY (ARRAY['held'::text, 'captured'::text, 'released'::text])))
) WITH (autovacuum_vacuum_scale_factor=0.05, autovacuum_analyze_scale_factor=0.05);
CREATE INDEX hold_by_time ON hold USING brin (created_at) WITH (autosummarize='on');
CREATE INDEX hold_open_by_account ON hold USING btree (account_id) WHERE (state = 'held'::text);
CREATE INDEX hold_open_by_expiry ON hold USING btree (expires_at) WHERE (state = 'held'::text);
CREATE INDEX hold_open_by_skill ON hold USING btree (skill_id) WHERE (state = 'held'::text);
CREATE TABLE "process_lease" (
    "id" uuid NOT NULL,
    "expires_at" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "process_lease_pkey" PRIMARY KEY (id)
) WITH (fillfactor=50);
CREATE TABLE "free_call_use" (
    "account_id" uuid NOT NULL,
    "skill_id" uuid NOT NULL,
    "used" integer NOT NULL,
    CONSTRAINT "free_call_use_pkey" PRIMARY KEY (account_id, skill_id)
);
CREATE TABLE "purchase" (
    "id" uuid NOT NULL,
    "buyer_id" uuid NOT NULL,
    "skill_id" uuid NOT NULL,
    "developer_id" uuid NOT NULL,
    "price_micros" bigint NOT NULL,
    "interval" text NOT NULL,
    "status" text NOT NULL DEFAULT 'active'::text,
    "auto_renew" boolean NOT NULL DEFAULT true,
    "anchor_at" timestamp(3) with time zone NOT NULL,
    "term" integer NOT NULL DEFAULT 1,
    "started_at" timestamp(3) with time zone NOT NULL,
    "current_period_end" timestamp(3) with time zone NOT NULL,
    "key_id" uuid,
    "ended_at" timestamp(3) with time zone,
    "refunded_micros" bigint NOT NULL DEFAULT 0,
    "refunded_at" timestamp(3) with time zone,
    "refund_reason" text,
    "event_seq" bigint DEFAULT 
CASE
    WHEN (pg_current_xact_id() IS NOT NULL) THEN nextval('event_seq'::regclass)
    ELSE NULL::bigint
END,
    "promotion_code_id" uuid,
    CONSTRAINT "purchase_pkey" PRIMARY KEY (id),
    CONSTRAINT "purchase_interval" CHECK (("interval" = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'year'::text]))),
    CONSTRAINT "purchase_one_running" EXCLUDE USING gist (buyer_id WITH =, skill_id WITH =, tstzrange(started_at, current_period_end) WITH &&) WHERE ((refunded_at IS NULL)),
    CONSTRAINT "purchase_period" CHECK ((current_period_end > started_at)),
    CONSTRAINT "purchase_price" CHECK ((price_micros >= 0)),
    CONSTRAINT "purchase_refunded" CHECK (((refunded_micros >= 0) AND (refunded_micros <= price_micros) AND ((refunded_at IS NOT NULL) OR (refunded_micros = 0)) AND ((refunded_at IS NULL) OR (status <> 'active'::text)))),
    CONSTRAINT "purchase_status" CHECK ((status = ANY (ARRAY['active'::text, 'cancelled'::text, 'expired'::text])))
);
CREATE INDEX purchase_active_by_skill ON purchase USING btree (skill_id, id) WHERE (status = 'active'::text);
CREATE INDEX purchase_buyer_id_started_at_id_idx ON purchase USING btree (buyer_id, started_at, id);
CREATE INDEX purchase_due ON purchase USING btree (current_period_end) WHERE (status = 'active'::text);
CREATE INDEX purchase_event_seq_idx ON purchase USING btree (event_seq);
CREATE UNIQUE INDEX purchase_one_active ON purchase USING btree (buyer_id, skill_id) WHERE (status = 'active'::text);
CREATE INDEX purchase_skill_id_buyer_id_idx ON purchase USING btree (skill_id, buyer_id);
CREATE INDEX purchase_started_at_id_idx ON purchase USING btree (started_at, id);
CREATE TABLE "usage_record" (
    "id" uuid NOT NULL,
    "account_id" uuid NOT NULL,
    "skill_id" uuid NOT NULL,
    "skill_slug" text NOT NULL,
    "developer_id" uuid NOT NULL,
    "kind" text NOT NULL,
    "status" text NOT NULL,
    "cost_micros" bigint NOT NULL,
    "free" boolean NOT NULL,
    "error_code" text,
    "duration_ms" integer NOT NULL,
    "key_prefix" text,
    "key_id" uuid,
    "hold_id" uuid,
    "created_at" timestamp(3) with time zone NOT NULL,
    "event_seq" bigint DEFAULT 
CASE
    WHEN (pg_current_xact_id() IS NOT NULL) THEN nextval('event_seq'::regclass)
    ELSE NULL::bigint
END,
    "request_id" text,
    "endpoint_status" smallint,
    "endpoint_answers" smallint,
    "first_byte_ms" integer,
    "request_bytes" integer,
    "response_bytes" integer,
    "skill_version" integer,
    CONSTRAINT "usage_record_pkey" PRIMARY KEY (id, created_at),
    CONSTRAINT "usage_record_cost" CHECK ((cost_micros >= 0)),
    CONSTRAINT "usage_record_kind" CHECK ((kind = ANY (ARRAY['execute'::text, 'download'::text]))),
    CONSTRAINT "usage_record_status" CHECK ((status = ANY (ARRAY['succeeded'::text, 'failed'::text])))
) PARTITION BY RANGE (created_at);
CREATE INDEX usage_record_account_id_created_at_id_idx ON usage_record USING btree (account_id, created_at DESC, id DESC);
CREATE INDEX usage_record_by_event_seq ON usage_record USING brin (event_seq) WITH (autosummarize='on');
CREATE INDEX usage_record_by_time ON usage_record USING brin (created_at);
CREATE INDEX usage_record_failures ON usage_record USING btree (skill_id, created_at DESC) WHERE (status = 'failed'::text);
CREATE INDEX usage_record_failures_by_code ON usage_record USING btree (skill_id, error_code, created_at DESC) WHERE (status = 'failed'::text);
CREATE INDEX usage_record_skill_id_created_at_idx ON usage_record USING btree (skill_id, created_at);
CREATE TABLE "skill_use" (
    "skill_id" uuid NOT NULL,
    "calls" bigint NOT NULL,
    "purchases" bigint NOT NULL,
    "popular_until" date,
    "changes" bigint NOT NULL DEFAULT 1,
    "shown" bigint NOT NULL DEFAULT 0,
    CONSTRAINT "skill_use_pkey" PRIMARY KEY (skill_id)
);
CREATE INDEX skill_use_due ON skill_use USING btree (skill_id) WHERE (changes <> shown);
CREATE INDEX skill_use_popular_until_idx ON skill_use USING btree (popular_until);
CREATE TABLE "skill_stats_day" (
    "skill_id" uuid NOT NULL,
    "day" date NOT NULL,
    "calls" bigint NOT NULL DEFAULT 0,
    "downloads" bigint NOT NULL DEFAULT 0,
    "failures" bigint NOT NULL DEFAULT 0,
    "errors" jsonb NOT NULL DEFAULT '{}'::jsonb,
    "latency" bigint[] DEFAULT ARRAY[]::bigint[],
    "call_micros" bigint NOT NULL DEFAULT 0,
    "call_fee_micros" bigint NOT NULL DEFAULT 0,
    "sales" bigint NOT NULL DEFAULT 0,
    "sale_micros" bigint NOT NULL DEFAULT 0,
    "sale_fee_micros" bigint NOT NULL DEFAULT 0,
    "customer_calls" bigint NOT NULL DEFAULT 0,
    "purchases" bigint NOT NULL DEFAULT 0,
    "customer_failures" bigint NOT NULL DEFAULT 0,
    "caller_errors" bigint NOT NULL DEFAULT 0,
    "customer_latency" bigint[] NOT NULL DEFAULT '{}'::bigint[],
    "failed_at" timestamp(3) with time zone,
    "refunds" bigint NOT NULL DEFAULT 0,
    "views" bigint NOT NULL DEFAULT 0,
    CONSTRAINT "skill_stats_day_pkey" PRIMARY KEY (skill_id, day)
);
CREATE INDEX skill_stats_day_day_idx ON skill_stats_day USING btree (day);
CREATE TABLE "skill_caller_day" (
    "skill_id" uuid NOT NULL,
    "day" date NOT NULL,
    "account_id" uuid NOT NULL,
    "is_paying" boolean NOT NULL DEFAULT false,
    CONSTRAINT "skill_caller_day_pkey" PRIMARY KEY (skill_id, day, account_id)
);
CREATE INDEX skill_caller_day_day_idx ON skill_caller_day USING btree (day);
CREATE TABLE "account_usage_hour" (
    "account_id" uuid NOT NULL,
    "hour" timestamp(3) with time zone NOT NULL,
    "skill_slug" text NOT NULL,
    "calls" bigint NOT NULL,
    "failed" bigint NOT NULL,
    "cost_micros" bigint NOT NULL,
    CONSTRAINT "account_usage_hour_pkey" PRIMARY KEY (account_id, hour, skill_slug)
);
CREATE TABLE "rollup_cursor" (
    "name" text NOT NULL,
    "event_seq" bigint NOT NULL DEFAULT 0,
    "complete_until" timestamp(3) with time zone,
    "next_event_seq" bigint,
    "next_xid" bigint,
    "next_at" timestamp(3) with time zone,
    CONSTRAINT "rollup_cursor_pkey" PRIMARY KEY (name)
);
CREATE TABLE "skill_review" (
    "id" uuid NOT NULL DEFAULT gen_random_uuid(),
    "skill_id" uuid NOT NULL,
    "account_id" uuid NOT NULL,
    "rating" integer NOT NULL,
    "text" text NOT NULL,
    "reply" text,
    "replied_at" timestamp(3) with time zone,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "skill_review_pkey" PRIMARY KEY (skill_id, account_id),
    CONSTRAINT "skill_review_rating" CHECK (((rating >= 1) AND (rating <= 5))),
    CONSTRAINT "skill_review_reply" CHECK (((reply IS NULL) = (replied_at IS NULL)))
);
CREATE UNIQUE INDEX skill_review_id_key ON skill_review USING btree (id);
CREATE INDEX skill_review_skill_id_created_at_idx ON skill_review USING btree (skill_id, created_at);
CREATE TABLE "topup_order" (
    "id" uuid NOT NULL,
    "account_id" uuid NOT NULL,
    "pack_id" text,
    "amount_cents" bigint NOT NULL,
    "credits_micros" bigint NOT NULL,
    "currency" text NOT NULL DEFAULT 'usd'::text,
    "state" text NOT NULL DEFAULT 'created'::text,
    "session_id" text,
    "checkout_url" text,
    "payment_intent_id" text,
    "receipt_url" text,
    "livemode" boolean NOT NULL DEFAULT false,
    "refunded_cents" bigint NOT NULL DEFAULT 0,
    "charge_refunded_cents" bigint NOT NULL DEFAULT 0,
    "refunds" jsonb NOT NULL DEFAULT '{}'::jsonb,
    "disputed_cents" bigint NOT NULL DEFAULT 0,
    "reversed_micros" bigint NOT NULL DEFAULT 0,
    "disputes" jsonb NOT NULL DEFAULT '{}'::jsonb,
    "reversals" integer NOT NULL DEFAULT 0,
    "request_key" text,
    "automatic" boolean NOT NULL DEFAULT false,
    "failure" text,
    "attempts" integer NOT NULL DEFAULT 0,
    "next_try_at" timestamp(3) with time zone,
    "refusals" integer NOT NULL DEFAULT 0,
    "expires_at" timestamp(3) with time zone,
    "paid_at" timestamp(3) with time zone,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "skill_id" uuid,
    "tax_cents" bigint NOT NULL DEFAULT 0,
    CONSTRAINT "topup_order_pkey" PRIMARY KEY (id),
    CONSTRAINT "topup_order_amounts" CHECK (((amount_cents > 0) AND (credits_micros = (amount_cents * 10000)) AND (refunded_cents >= 0) AND (disputed_cents >= 0))),
    CONSTRAINT "topup_order_reversed" CHECK (((reversed_micros >= 0) AND (reversed_micros <= credits_micros))),
    CONSTRAINT "topup_order_state" CHECK ((state = ANY (ARRAY['created'::text, 'open'::text, 'processing'::text, 'paid'::text, 'failed'::text, 'expired'::text])))
);
CREATE INDEX topup_order_account_id_created_at_idx ON topup_order USING btree (account_id, created_at);
CREATE UNIQUE INDEX topup_order_account_id_request_key_key ON topup_order USING btree (account_id, request_key);
CREATE INDEX topup_order_disputed ON topup_order USING btree (id) WHERE (disputes <> '{}'::jsonb);
CREATE INDEX topup_order_due ON topup_order USING btree (next_try_at) WHERE (automatic AND (state = 'created'::text));
CREATE UNIQUE INDEX topup_order_one_automatic ON topup_order USING btree (account_id) WHERE (automatic AND (state = ANY (ARRAY['created'::text, 'open'::text, 'processing'::text])));
CREATE UNIQUE INDEX topup_order_payment_intent_id_key ON topup_order USING btree (payment_intent_id);
CREATE UNIQUE INDEX topup_order_session_id_key ON topup_order USING btree (session_id);
CREATE INDEX topup_order_unended ON topup_order USING btree (created_at, id) WHERE (state = ANY (ARRAY['created'::text, 'open'::text, 'processing'::text]));
CREATE TABLE "payout_account" (
    "account_id" uuid NOT NULL,
    "processor_account_id" text,
    "country" text,
    "details_submitted" boolean NOT NULL DEFAULT false,
    "payouts_enabled" boolean NOT NULL DEFAULT false,
    "due" text[],
    "is_monthly" boolean NOT NULL DEFAULT false,
    "refusals" integer NOT NULL DEFAULT 0,
    "livemode" boolean NOT NULL DEFAULT false,
    "synced_at" timestamp(3) with time zone,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "bank_name" text,
    "bank_last4" text,
    CONSTRAINT "payout_account_pkey" PRIMARY KEY (account_id)
);
CREATE UNIQUE INDEX payout_account_processor_account_id_key ON payout_account USING btree (processor_account_id);
CREATE TABLE "payout" (
    "id" uuid NOT NULL,
    "developer_id" uuid NOT NULL,
    "destination" text NOT NULL,
    "amount_micros" bigint NOT NULL,
    "returned_micros" bigint NOT NULL DEFAULT 0,
    "state" text NOT NULL DEFAULT 'pending'::text,
    "origin" text NOT NULL,
    "request_key" text,
    "transfer_id" text,
    "bank_payout_id" text,
    "bank_amount" bigint,
    "bank_currency" text,
    "failure" text,
    "livemode" boolean NOT NULL DEFAULT false,
    "hold_hours" integer NOT NULL DEFAULT 168,
    "attempts" integer NOT NULL DEFAULT 1,
    "refusals" integer NOT NULL DEFAULT 0,
    "next_try_at" timestamp(3) with time zone NOT NULL,
    "created_at" timestamp(3) with time zone NOT NULL,
    "paid_at" timestamp(3) with time zone,
    "ended_at" timestamp(3) with time zone,
    CONSTRAINT "payout_pkey" PRIMARY KEY (id),
    CONSTRAINT "payout_amount" CHECK (((amount_micros > 0) AND ((amount_micros % (10000)::bigint) = 0))),
    CONSTRAINT "payout_origin" CHECK ((origin = ANY (ARRAY['requested'::text, 'monthly'::text]))),
    CONSTRAINT "payout_returned" CHECK (((returned_micros >= 0) AND (returned_micros <= amount_micros) AND ((state <> 'failed'::text) OR (returned_micros = amount_micros)))),
    CONSTRAINT "payout_state" CHECK ((state = ANY (ARRAY['pending'::text, 'in_transit'::text, 'paid'::text, 'returning'::text, 'failed'::text])))
);
CREATE UNIQUE INDEX payout_bank_payout_id_key ON payout USING btree (bank_payout_id);
CREATE INDEX payout_developer_id_created_at_idx ON payout USING btree (developer_id, created_at);
CREATE UNIQUE INDEX payout_developer_id_request_key_key ON payout USING btree (developer_id, request_key);
CREATE INDEX payout_due ON payout USING btree (next_try_at) WHERE (state = ANY (ARRAY['pending'::text, 'in_transit'::text, 'returning'::text]));
CREATE UNIQUE INDEX payout_one_in_flight ON payout USING btree (developer_id) WHERE (state = ANY (ARRAY['pending'::text, 'in_transit'::text]));
CREATE UNIQUE INDEX payout_transfer_id_key ON payout USING btree (transfer_id);
CREATE TABLE "payment_event" (
    "id" text NOT NULL,
    "type" text NOT NULL,
    "payload" jsonb NOT NULL,
    "attempts" integer NOT NULL DEFAULT 0,
    "last_error" text,
    "received_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "processed_at" timestamp(3) with time zone,
    CONSTRAINT "payment_event_pkey" PRIMARY KEY (id)
);
CREATE INDEX payment_event_processed ON payment_event USING btree (received_at) WHERE ((processed_at IS NOT NULL) AND (payload <> '{}'::jsonb));
CREATE INDEX payment_event_received_at_idx ON payment_event USING btree (received_at);
CREATE INDEX payment_event_unprocessed ON payment_event USING btree (received_at) WHERE (processed_at IS NULL);
CREATE TABLE "auto_topup" (
    "account_id" uuid NOT NULL,
    "enabled" boolean NOT NULL DEFAULT false,
    "amount_cents" bigint,
    "monthly_limit_cents" bigint,
    "threshold_micros" bigint,
    "customer_id" text,
    "refusals" integer NOT NULL DEFAULT 0,
    "payment_method_id" text,
    "card_brand" text,
    "card_last4" text,
    "card_saved_at" timestamp(3) with time zone,
    "paused_reason" text,
    "limited_until" timestamp(3) with time zone,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "auto_topup_pkey" PRIMARY KEY (account_id),
    CONSTRAINT "auto_topup_amounts" CHECK (((amount_cents > 0) AND (monthly_limit_cents >= amount_cents))),
    CONSTRAINT "auto_topup_complete" CHECK (((NOT enabled) OR ((threshold_micros IS NOT NULL) AND (amount_cents IS NOT NULL) AND (monthly_limit_cents IS NOT NULL) AND (payment_method_id IS NOT NULL))))
);
CREATE INDEX auto_topup_customer_id_idx ON auto_topup USING btree (customer_id);
CREATE INDEX auto_topup_limited ON auto_topup USING btree (limited_until) WHERE (limited_until IS NOT NULL);
CREATE INDEX auto_topup_payment_method_id_idx ON auto_topup USING btree (payment_method_id);
CREATE TABLE "card_detachment" (
    "payment_method_id" text NOT NULL,
    "account_id" uuid NOT NULL,
    "attempts" integer NOT NULL DEFAULT 0,
    "next_try_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "card_detachment_pkey" PRIMARY KEY (payment_method_id)
);
CREATE INDEX card_detachment_next_try_at_idx ON card_detachment USING btree (next_try_at);
CREATE TABLE "notification" (
    "id" uuid NOT NULL,
    "account_id" uuid NOT NULL,
    "kind" text NOT NULL,
    "subject" text NOT NULL,
    "data" jsonb NOT NULL,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" timestamp(3) with time zone,
    "mail_due_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP,
    "mail_attempts" integer NOT NULL DEFAULT 0,
    "mailed_at" timestamp(3) with time zone,
    CONSTRAINT "notification_pkey" PRIMARY KEY (id)
);
CREATE INDEX notification_account_id_created_at_id_idx ON notification USING btree (account_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX notification_account_id_kind_subject_key ON notification USING btree (account_id, kind, subject);
CREATE INDEX notification_mail_due ON notification USING btree (mail_due_at) WHERE (mail_due_at IS NOT NULL);
CREATE INDEX notification_mail_waiting ON notification USING btree (account_id) WHERE (mail_due_at IS NOT NULL);
CREATE INDEX notification_unread ON notification USING btree (account_id) WHERE (read_at IS NULL);
CREATE TABLE "sql_functions" (
    "hash" text NOT NULL,
    "applied_at" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "sql_functions_pkey" PRIMARY KEY (hash)
);
CREATE TABLE "usage_record_default" PARTITION OF "usage_record" DEFAULT;
CREATE TABLE "oauth_client" (
    "id" uuid NOT NULL,
    "client_id" text NOT NULL,
    "client_secret" text,
    "client_discovery_id" text,
    "disabled" boolean DEFAULT false,
    "skip_consent" boolean,
    "enable_end_session" boolean,
    "subject_type" text,
    "scopes" text[],
    "client_credentials_scopes" text[] DEFAULT ARRAY[]::text[],
    "user_id" uuid,
    "created_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP,
    "updated_at" timestamp(3) with time zone,
    "name" text,
    "uri" text,
    "icon" text,
    "contacts" text[],
    "tos" text,
    "policy" text,
    "software_id" text,
    "software_version" text,
    "software_statement" text,
    "redirect_uris" text[],
    "post_logout_redirect_uris" text[],
    "backchannel_logout_uri" text,
    "backchannel_logout_session_required" boolean,
    "token_endpoint_auth_method" text,
    "application_type" text,
    "jwks" text,
    "jwks_uri" text,
    "grant_types" text[],
    "response_types" text[],
    "require_pkce" boolean,
    "dpop_bound_access_tokens" boolean DEFAULT false,
    "reference_id" text,
    "metadata" text,
    CONSTRAINT "oauth_client_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX oauth_client_client_id_key ON oauth_client USING btree (client_id);
CREATE INDEX oauth_client_created_at_idx ON oauth_client USING btree (created_at);
CREATE TABLE "oauth_resource" (
    "id" uuid NOT NULL,
    "identifier" text NOT NULL,
    "name" text NOT NULL,
    "access_token_ttl" integer,
    "refresh_token_ttl" integer,
    "signing_algorithm" text,
    "signing_key_id" text,
    "allowed_scopes" text[],
    "custom_claims" text,
    "dpop_bound_access_tokens_required" boolean DEFAULT false,
    "disabled" boolean DEFAULT false,
    "created_at" timestamp(3) with time zone,
    "updated_at" timestamp(3) with time zone,
    "policy_version" integer DEFAULT 1,
    "metadata" text,
    CONSTRAINT "oauth_resource_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX oauth_resource_identifier_key ON oauth_resource USING btree (identifier);
CREATE TABLE "oauth_client_resource" (
    "id" uuid NOT NULL,
    "client_id" text NOT NULL,
    "resource_id" text NOT NULL,
    "metadata" text,
    "created_at" timestamp(3) with time zone,
    CONSTRAINT "oauth_client_resource_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX oauth_client_resource_client_id_resource_id_key ON oauth_client_resource USING btree (client_id, resource_id);
CREATE TABLE "oauth_refresh_token" (
    "id" uuid NOT NULL,
    "token" text NOT NULL,
    "client_id" text NOT NULL,
    "session_id" uuid,
    "user_id" uuid NOT NULL,
    "reference_id" text,
    "authorization_code_id" text,
    "resources" text[],
    "requested_user_info_claims" text[],
    "expires_at" timestamp(3) with time zone NOT NULL,
    "created_at" timestamp(3) with time zone NOT NULL,
    "revoked" timestamp(3) with time zone,
    "rotated_at" timestamp(3) with time zone,
    "rotation_replay_response" text,
    "rotation_replay_expires_at" timestamp(3) with time zone,
    "auth_time" timestamp(3) with time zone,
    "confirmation" text,
    "scopes" text[],
    CONSTRAINT "oauth_refresh_token_pkey" PRIMARY KEY (id)
);
CREATE INDEX oauth_refresh_token_authorization_code_id_idx ON oauth_refresh_token USING btree (authorization_code_id);
CREATE INDEX oauth_refresh_token_client_id_user_id_idx ON oauth_refresh_token USING btree (client_id, user_id);
CREATE INDEX oauth_refresh_token_expires_at_idx ON oauth_refresh_token USING btree (expires_at);
CREATE INDEX oauth_refresh_token_reference_id_idx ON oauth_refresh_token USING btree (reference_id);
CREATE UNIQUE INDEX oauth_refresh_token_token_key ON oauth_refresh_token USING btree (token);
CREATE TABLE "oauth_access_token" (
    "id" uuid NOT NULL,
    "token" text NOT NULL,
    "client_id" text NOT NULL,
    "session_id" uuid,
    "user_id" uuid,
    "reference_id" text,
    "authorization_code_id" text,
    "resources" text[],
    "requested_user_info_claims" text[],
    "refresh_id" uuid,
    "expires_at" timestamp(3) with time zone NOT NULL,
    "created_at" timestamp(3) with time zone NOT NULL,
    "revoked" timestamp(3) with time zone,
    "confirmation" text,
    "scopes" text[],
    CONSTRAINT "oauth_access_token_pkey" PRIMARY KEY (id)
);
CREATE INDEX oauth_access_token_authorization_code_id_idx ON oauth_access_token USING btree (authorization_code_id);
CREATE INDEX oauth_access_token_expires_at_idx ON oauth_access_token USING btree (expires_at);
CREATE INDEX oauth_access_token_reference_id_idx ON oauth_access_token USING btree (reference_id);
CREATE INDEX oauth_access_token_refresh_id_idx ON oauth_access_token USING btree (refresh_id);
CREATE UNIQUE INDEX oauth_access_token_token_key ON oauth_access_token USING btree (token);
CREATE TABLE "oauth_consent" (
    "id" uuid NOT NULL,
    "client_id" text NOT NULL,
    "user_id" uuid,
    "reference_id" text,
    "resources" text[],
    "requested_user_info_claims" text[],
    "scopes" text[],
    "created_at" timestamp(3) with time zone NOT NULL,
    "updated_at" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "oauth_consent_pkey" PRIMARY KEY (id)
);
CREATE INDEX oauth_consent_client_id_user_id_idx ON oauth_consent USING btree (client_id, user_id);
CREATE TABLE "oauth_client_assertion" (
    "id" text NOT NULL,
    "expires_at" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "oauth_client_assertion_pkey" PRIMARY KEY (id)
);
CREATE INDEX oauth_client_assertion_expires_at_idx ON oauth_client_assertion USING btree (expires_at);
CREATE TABLE "former_handle" (
    "handle" text NOT NULL,
    "account_id" uuid NOT NULL,
    "expires_at" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "former_handle_pkey" PRIMARY KEY (handle)
);
CREATE INDEX former_handle_account_id_idx ON former_handle USING btree (account_id);
CREATE INDEX former_handle_expires_at_idx ON former_handle USING btree (expires_at);
CREATE TABLE "collection" (
    "id" uuid NOT NULL,
    "slug" text NOT NULL,
    "title" text NOT NULL,
    "description" text NOT NULL,
    "position" integer NOT NULL DEFAULT 0,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT now(),
    "updated_at" timestamp(3) with time zone NOT NULL DEFAULT now(),
    CONSTRAINT "collection_pkey" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX collection_slug_key ON collection USING btree (slug);
CREATE TABLE "collection_skill" (
    "collection_id" uuid NOT NULL,
    "skill_id" uuid NOT NULL,
    "position" integer NOT NULL,
    CONSTRAINT "collection_skill_pkey" PRIMARY KEY (collection_id, skill_id)
);
CREATE INDEX collection_skill_skill_id_idx ON collection_skill USING btree (skill_id);
CREATE TABLE "favorite" (
    "account_id" uuid NOT NULL,
    "skill_id" uuid NOT NULL,
    "list" text,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT now(),
    CONSTRAINT "favorite_pkey" PRIMARY KEY (account_id, skill_id)
);
CREATE INDEX favorite_account_id_created_at_idx ON favorite USING btree (account_id, created_at DESC);
CREATE INDEX favorite_skill_id_idx ON favorite USING btree (skill_id);
CREATE TABLE "listing_total" (
    "category" text NOT NULL,
    "traits" integer NOT NULL,
    "count" bigint NOT NULL,
    CONSTRAINT "listing_total_pkey" PRIMARY KEY (category, traits)
);
CREATE TABLE "skill_trust" (
    "skill_id" uuid NOT NULL,
    "changes" bigint NOT NULL DEFAULT 1,
    "shown" bigint NOT NULL DEFAULT 0,
    "stale_on" date,
    CONSTRAINT "skill_trust_pkey" PRIMARY KEY (skill_id)
);
CREATE INDEX skill_trust_due_idx ON skill_trust USING btree (skill_id) WHERE (changes <> shown);
CREATE INDEX skill_trust_stale_on_idx ON skill_trust USING btree (stale_on);
CREATE TABLE "webhook_endpoint" (
    "id" uuid NOT NULL,
    "account_id" uuid NOT NULL,
    "url" text NOT NULL,
    "description" text,
    "events" text[] DEFAULT ARRAY[]::text[],
    "secret" text NOT NULL,
    "previous_secret" text,
    "previous_secret_ends_at" timestamp(3) with time zone,
    "active" boolean NOT NULL DEFAULT true,
    "failing_since" timestamp(3) with time zone,
    "disabled_at" timestamp(3) with time zone,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY (id)
);
CREATE INDEX webhook_endpoint_account_id_idx ON webhook_endpoint USING btree (account_id);
CREATE TABLE "webhook_delivery" (
    "id" uuid NOT NULL,
    "endpoint_id" uuid NOT NULL,
    "type" text NOT NULL,
    "data" jsonb NOT NULL,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" integer NOT NULL DEFAULT 0,
    "next_try_at" timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP,
    "delivered_at" timestamp(3) with time zone,
    "last_tried_at" timestamp(3) with time zone,
    "last_status" integer,
    "last_error" text,
    "last_answer" text,
    "duration_ms" integer,
    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY (id)
);
CREATE INDEX webhook_delivery_created_at_idx ON webhook_delivery USING brin (created_at);
CREATE INDEX webhook_delivery_endpoint_id_created_at_id_idx ON webhook_delivery USING btree (endpoint_id, created_at DESC, id DESC);
CREATE INDEX webhook_delivery_waiting ON webhook_delivery USING btree (endpoint_id, next_try_at) WHERE (next_try_at IS NOT NULL);
CREATE TABLE "search_synonym" (
    "term" text NOT NULL,
    "meanings" text NOT NULL,
    "target" tsquery NOT NULL GENERATED ALWAYS AS (plainto_tsquery('simple'::regconfig, term)) STORED,
    "substitute" tsquery NOT NULL GENERATED ALWAYS AS (((plainto_tsquery('simple'::regconfig, term) || websearch_to_tsquery('simple'::regconfig, meanings)) || websearch_to_tsquery('english'::regconfig, meanings))) STORED,
    "updated_at" timestamp(3) with time zone NOT NULL DEFAULT now(),
    CONSTRAINT "search_synonym_pkey" PRIMARY KEY (term),
    CONSTRAINT "search_synonym_words" CHECK (((numnode(target) > 0) AND (numnode(websearch_to_tsquery('simple'::regconfig, meanings)) > 0)))
);
CREATE TABLE "search_word" (
    "word" text NOT NULL,
    "listings" integer NOT NULL,
    CONSTRAINT "search_word_pkey" PRIMARY KEY (word)
);
CREATE INDEX search_word_word_idx ON search_word USING gin (word gin_trgm_ops) WITH (fastupdate=off);
CREATE TABLE "install_link" (
    "id" uuid NOT NULL,
    "hash" bytea NOT NULL,
    "account_id" uuid NOT NULL,
    "slug" text NOT NULL,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" timestamp(3) with time zone NOT NULL,
    "revoked_at" timestamp(3) with time zone,
    "used_at" timestamp(3) with time zone,
    CONSTRAINT "install_link_pkey" PRIMARY KEY (id)
);
CREATE INDEX install_link_account_id_expires_at_idx ON install_link USING btree (account_id, expires_at);
CREATE INDEX install_link_expires_at_idx ON install_link USING btree (expires_at);
CREATE UNIQUE INDEX install_link_hash_key ON install_link USING btree (hash);
CREATE TABLE "ledger_day" (
    "day" date NOT NULL,
    "kind" text NOT NULL,
    "account" text NOT NULL,
    "debit_micros" bigint NOT NULL,
    "credit_micros" bigint NOT NULL,
    "entries" bigint NOT NULL,
    CONSTRAINT "ledger_day_pkey" PRIMARY KEY (day, kind, account)
);
CREATE TABLE "run" (
    "id" uuid NOT NULL,
    "account_id" uuid NOT NULL,
    "skill_slug" text NOT NULL,
    "result" text,
    "usage" jsonb,
    "error_code" text,
    "error_message" text,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "announced_at" timestamp(3) with time zone,
    CONSTRAINT "run_pkey" PRIMARY KEY (id)
);
CREATE INDEX run_announced_at_idx ON run USING btree (announced_at);
CREATE TABLE "passkey" (
    "id" uuid NOT NULL,
    "account_id" uuid NOT NULL,
    "name" text,
    "credential_id" text NOT NULL,
    "public_key" text NOT NULL,
    "counter" integer NOT NULL,
    "device_type" text NOT NULL,
    "backed_up" boolean NOT NULL,
    "transports" text,
    "aaguid" text,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" timestamp(3) with time zone,
    CONSTRAINT "passkey_pkey" PRIMARY KEY (id)
);
CREATE INDEX passkey_account_id_idx ON passkey USING btree (account_id);
CREATE UNIQUE INDEX passkey_credential_id_key ON passkey USING btree (credential_id);
CREATE TABLE "call_detail" (
    "id" uuid NOT NULL,
    "account_id" uuid NOT NULL,
    "reason" text,
    "message" text,
    "parameters" text,
    "result" text,
    "is_shared" boolean NOT NULL DEFAULT false,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "call_detail_pkey" PRIMARY KEY (id)
);
CREATE INDEX call_detail_account_id_idx ON call_detail USING btree (account_id);
CREATE INDEX call_detail_created_at_idx ON call_detail USING brin (created_at);
CREATE TABLE "submission_comment" (
    "id" uuid NOT NULL,
    "skill_id" uuid NOT NULL,
    "revision_id" uuid NOT NULL,
    "author_id" uuid NOT NULL,
    "from_reviewer" boolean NOT NULL,
    "field" text,
    "file" text,
    "line" integer,
    "text" text NOT NULL,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "submission_comment_pkey" PRIMARY KEY (id)
);
CREATE INDEX submission_comment_skill_id_created_at_idx ON submission_comment USING btree (skill_id, created_at);
CREATE TABLE "submission_probe" (
    "revision_id" uuid NOT NULL,
    "result" jsonb,
    "failure" text,
    "called_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "submission_probe_pkey" PRIMARY KEY (revision_id)
);
CREATE TABLE "refund_request" (
    "id" uuid NOT NULL,
    "purchase_id" uuid NOT NULL,
    "term" integer NOT NULL,
    "buyer_id" uuid NOT NULL,
    "developer_id" uuid NOT NULL,
    "reason" text NOT NULL,
    "state" text NOT NULL DEFAULT 'open'::text,
    "answer" text,
    "answer_due_at" timestamp(3) with time zone NOT NULL,
    "answered_at" timestamp(3) with time zone,
    "note" text,
    "decided_by" uuid,
    "decided_at" timestamp(3) with time zone,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "refund_request_pkey" PRIMARY KEY (id),
    CONSTRAINT "refund_request_decided" CHECK (((state = ANY (ARRAY['open'::text, 'declined'::text, 'escalated'::text])) = (decided_at IS NULL))),
    CONSTRAINT "refund_request_declined" CHECK (((state <> 'declined'::text) OR (answered_at IS NOT NULL))),
    CONSTRAINT "refund_request_state" CHECK ((state = ANY (ARRAY['open'::text, 'declined'::text, 'escalated'::text, 'refunded'::text, 'rejected'::text, 'closed'::text])))
);
CREATE INDEX refund_request_developer_id_created_at_idx ON refund_request USING btree (developer_id, created_at);
CREATE UNIQUE INDEX refund_request_purchase_id_term_key ON refund_request USING btree (purchase_id, term);
CREATE INDEX refund_request_state_created_at_idx ON refund_request USING btree (state, created_at);
CREATE TABLE "site_settings" (
    "id" integer NOT NULL DEFAULT 1,
    "settings" jsonb NOT NULL,
    "terms_version" integer NOT NULL DEFAULT 1,
    "updated_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "fee_bps" integer,
    CONSTRAINT "site_settings_pkey" PRIMARY KEY (id),
    CONSTRAINT "site_settings_fee" CHECK (((fee_bps >= 0) AND (fee_bps <= 10000))) NOT VALID,
    CONSTRAINT "site_settings_one" CHECK ((id = 1))
);
CREATE TABLE "review_assignment" (
    "skill_id" uuid NOT NULL,
    "account_id" uuid NOT NULL,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "review_assignment_pkey" PRIMARY KEY (skill_id)
);
CREATE INDEX review_assignment_account_id_idx ON review_assignment USING btree (account_id);
CREATE TABLE "skill_source" (
    "skill_id" uuid NOT NULL,
    "kind" text NOT NULL,
    "source" jsonb,
    "version" text,
    "imported_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "skill_source_pkey" PRIMARY KEY (skill_id)
);
CREATE TABLE "invitation" (
    "email" text NOT NULL,
    "invited_by" uuid NOT NULL,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "accepted_at" timestamp(3) with time zone,
    "id" uuid NOT NULL DEFAULT gen_random_uuid(),
    CONSTRAINT "invitation_pkey" PRIMARY KEY (email)
);
CREATE INDEX invitation_created_at_idx ON invitation USING btree (created_at);
CREATE UNIQUE INDEX invitation_id_key ON invitation USING btree (id);
CREATE TABLE "promotion_code" (
    "id" uuid NOT NULL,
    "skill_id" uuid NOT NULL,
    "code" text NOT NULL,
    "percent_off" integer,
    "amount_off_micros" bigint,
    "max_uses" integer,
    "uses" integer NOT NULL DEFAULT 0,
    "ends_at" timestamp(3) with time zone,
    "ended_at" timestamp(3) with time zone,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "promotion_code_pkey" PRIMARY KEY (id),
    CONSTRAINT "promotion_code_amount" CHECK ((amount_off_micros > 0)),
    CONSTRAINT "promotion_code_off" CHECK ((num_nonnulls(percent_off, amount_off_micros) = 1)),
    CONSTRAINT "promotion_code_percent" CHECK (((percent_off >= 1) AND (percent_off <= 100))),
    CONSTRAINT "promotion_code_uses" CHECK (((uses >= 0) AND (uses <= max_uses)))
);
CREATE UNIQUE INDEX promotion_code_skill_id_code_key ON promotion_code USING btree (skill_id, code);
CREATE TABLE "visit_day" (
    "day" date NOT NULL,
    "visits" bigint NOT NULL,
    CONSTRAINT "visit_day_pkey" PRIMARY KEY (day)
);
CREATE TABLE "category" (
    "slug" text NOT NULL,
    "title" text NOT NULL,
    "description" text NOT NULL,
    "position" integer NOT NULL,
    CONSTRAINT "category_pkey" PRIMARY KEY (slug)
);
CREATE TABLE "former_category" (
    "slug" text NOT NULL,
    "category_slug" text NOT NULL,
    CONSTRAINT "former_category_pkey" PRIMARY KEY (slug)
);
CREATE TABLE "skill_image" (
    "owner_id" uuid NOT NULL,
    "sha256" text NOT NULL,
    "width" integer NOT NULL,
    "height" integer NOT NULL,
    "size_bytes" integer NOT NULL,
    "put_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "skill_image_pkey" PRIMARY KEY (owner_id, sha256)
);
CREATE INDEX skill_image_sha256_idx ON skill_image USING btree (sha256);
CREATE TABLE "mail_text" (
    "kind" text NOT NULL,
    "subject" text NOT NULL,
    "body" text NOT NULL,
    "updated_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "mail_text_pkey" PRIMARY KEY (kind)
);
CREATE TABLE "document" (
    "id" uuid NOT NULL,
    "kind" text NOT NULL,
    "number" integer NOT NULL,
    "account_id" uuid NOT NULL,
    "order_id" uuid,
    "purchase_id" uuid,
    "corrects_id" uuid,
    "reason" text NOT NULL,
    "source_type" text NOT NULL,
    "source_id" text NOT NULL,
    "net_micros" bigint NOT NULL,
    "tax_micros" bigint NOT NULL DEFAULT 0,
    "issuer_name" text NOT NULL,
    "issuer_details" json NOT NULL,
    "created_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "document_pkey" PRIMARY KEY (id),
    CONSTRAINT "document_amounts" CHECK (((net_micros > 0) AND (tax_micros >= 0))),
    CONSTRAINT "document_kind" CHECK ((kind = ANY (ARRAY['receipt'::text, 'credit_note'::text]))),
    CONSTRAINT "document_subject" CHECK ((num_nonnulls(order_id, purchase_id) = 1))
);
CREATE INDEX document_account_id_created_at_idx ON document USING btree (account_id, created_at);
CREATE UNIQUE INDEX document_kind_number_key ON document USING btree (kind, number);
CREATE INDEX document_order_id_idx ON document USING btree (order_id);
CREATE INDEX document_purchase_id_idx ON document USING btree (purchase_id);
CREATE UNIQUE INDEX document_source_type_source_id_key ON document USING btree (source_type, source_id);
CREATE TABLE "impersonation" (
    "session_id" uuid NOT NULL,
    "administrator_id" uuid NOT NULL,
    "account_id" uuid NOT NULL,
    "reason" text NOT NULL,
    "started_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ends_at" timestamp(3) with time zone NOT NULL,
    CONSTRAINT "impersonation_pkey" PRIMARY KEY (session_id),
    CONSTRAINT "impersonation_of_another" CHECK ((administrator_id <> account_id))
);
CREATE TABLE "superseded_version" (
    "revision_id" uuid NOT NULL,
    "skill_id" uuid NOT NULL,
    "number" integer NOT NULL,
    "superseded_at" timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" timestamp(3) with time zone,
    CONSTRAINT "superseded_version_pkey" PRIMARY KEY (revision_id)
);
CREATE UNIQUE INDEX superseded_version_skill_id_number_key ON superseded_version USING btree (skill_id, number);
CREATE TABLE "account_activity" (
    "account_id" uuid NOT NULL,
    "role" text NOT NULL,
    "day" date NOT NULL,
    CONSTRAINT "account_activity_pkey" PRIMARY KEY (account_id, role)
);
CREATE TABLE "activity_day" (
    "day" date NOT NULL,
    "days_since" integer NOT NULL,
    "buyers" bigint NOT NULL,
    "sellers" bigint NOT NULL,
    CONSTRAINT "activity_day_pkey" PRIMARY KEY (day, days_since)
);
CREATE TABLE "call_day" (
    "day" date NOT NULL,
    "calls" bigint NOT NULL,
    CONSTRAINT "call_day_pkey" PRIMARY KEY (day)
);
CREATE TABLE "billing_party" (
    "id" uuid NOT NULL,
    "account_id" uuid,
    "valid_from" timestamp(3) with time zone NOT NULL,
    "name" text NOT NULL,
    "email" text,
    "details" json,
    CONSTRAINT "billing_party_pkey" PRIMARY KEY (id)
);
CREATE INDEX billing_party_account_id_valid_from_idx ON billing_party USING btree (account_id, valid_from);

ALTER TABLE "session" ADD CONSTRAINT "session_account_id_fkey" FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "credential" ADD CONSTRAINT "credential_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "two_factor" ADD CONSTRAINT "two_factor_account_id_fkey" FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_account_id_fkey" FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "skill" ADD CONSTRAINT "skill_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "skill_revision" ADD CONSTRAINT "skill_revision_category_fkey" FOREIGN KEY (category) REFERENCES category(slug) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "skill_revision" ADD CONSTRAINT "skill_revision_skill_id_fkey" FOREIGN KEY (skill_id) REFERENCES skill(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "skill_package" ADD CONSTRAINT "skill_package_skill_id_fkey" FOREIGN KEY (skill_id) REFERENCES skill(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "listing" ADD CONSTRAINT "listing_category_fkey" FOREIGN KEY (category) REFERENCES category(slug) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "wallet" ADD CONSTRAINT "wallet_account_id_fkey" FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "auto_topup" ADD CONSTRAINT "auto_topup_account_id_fkey" FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "notification" ADD CONSTRAINT "notification_account_id_fkey" FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "collection_skill" ADD CONSTRAINT "collection_skill_collection_id_fkey" FOREIGN KEY (collection_id) REFERENCES collection(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "collection_skill" ADD CONSTRAINT "collection_skill_skill_id_fkey" FOREIGN KEY (skill_id) REFERENCES skill(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "favorite" ADD CONSTRAINT "favorite_account_id_fkey" FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "favorite" ADD CONSTRAINT "favorite_skill_id_fkey" FOREIGN KEY (skill_id) REFERENCES skill(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_account_id_fkey" FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpoint_id_fkey" FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoint(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_account_id_fkey" FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "submission_comment" ADD CONSTRAINT "submission_comment_skill_id_fkey" FOREIGN KEY (skill_id) REFERENCES skill(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "refund_request" ADD CONSTRAINT "refund_request_purchase_id_fkey" FOREIGN KEY (purchase_id) REFERENCES purchase(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "review_assignment" ADD CONSTRAINT "review_assignment_skill_id_fkey" FOREIGN KEY (skill_id) REFERENCES skill(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "skill_source" ADD CONSTRAINT "skill_source_skill_id_fkey" FOREIGN KEY (skill_id) REFERENCES skill(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "promotion_code" ADD CONSTRAINT "promotion_code_skill_id_fkey" FOREIGN KEY (skill_id) REFERENCES skill(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "former_category" ADD CONSTRAINT "former_category_category_slug_fkey" FOREIGN KEY (category_slug) REFERENCES category(slug) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "skill_image" ADD CONSTRAINT "skill_image_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "document" ADD CONSTRAINT "document_account_id_fkey" FOREIGN KEY (account_id) REFERENCES account(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "superseded_version" ADD CONSTRAINT "superseded_version_revision_id_fkey" FOREIGN KEY (revision_id) REFERENCES skill_revision(id) ON UPDATE CASCADE ON DELETE CASCADE;

INSERT INTO catalog_generation (generation) VALUES (1);
INSERT INTO rollup_cursor (name) VALUES ('analytics'), ('earnings'), ('wallets'), ('journal');
INSERT INTO "category" ("position", "slug", "title", "description") VALUES
  (1, 'data', 'Data & analytics', 'Query, clean, convert and summarize data.'),
  (2, 'writing', 'Writing & editing', 'Draft, edit, shorten and check texts.'),
  (3, 'developer-tools', 'Developer tools', 'Write, review, test and ship code.'),
  (4, 'devops', 'DevOps & infrastructure', 'Deploy, schedule, monitor and repair systems.'),
  (5, 'security', 'Security', 'Find weaknesses, check secrets, judge risk.'),
  (6, 'design', 'Design', 'Color, layout, images and accessibility.'),
  (7, 'media', 'Images, audio & video', 'Make, convert and describe media.'),
  (8, 'productivity', 'Productivity', 'Calendars, notes, documents and everyday work.'),
  (9, 'finance', 'Finance', 'Invoices, budgets, markets and taxes.'),
  (10, 'marketing', 'Marketing & sales', 'Campaigns, search ranking, leads and copy.'),
  (11, 'research', 'Research', 'Find, read, cite and compare sources.'),
  (12, 'language', 'Language & translation', 'Translate, transliterate and teach languages.'),
  (13, 'education', 'Education', 'Explain, practice and grade.'),
  (14, 'customer-support', 'Customer support', 'Answer, route and learn from requests.');
INSERT INTO "search_synonym" ("term", "meanings") VALUES
  ('2fa', 'mfa or "two factor"'),
  ('a11y', 'accessibility'),
  ('accessibility', 'a11y'),
  ('adr', '"architecture decision"'),
  ('adrs', '"architecture decision"'),
  ('ai', '"artificial intelligence"'),
  ('asr', 'transcription'),
  ('auth', 'authentication or authorization'),
  ('authn', 'authentication'),
  ('authz', 'authorization'),
  ('aws', 'amazon'),
  ('barcode', 'qr'),
  ('bdd', '"behavior driven"'),
  ('cicd', '"ci cd"'),
  ('config', 'configuration'),
  ('cpp', '"c++" or cplusplus'),
  ('crawler', 'scraper'),
  ('crm', '"customer relationship"'),
  ('crud', 'scaffold'),
  ('csharp', 'dotnet'),
  ('cv', 'resume'),
  ('dataviz', 'visualization or charts'),
  ('db', 'database'),
  ('dbs', 'databases'),
  ('ddd', '"domain driven"'),
  ('deck', 'slides or presentation'),
  ('deps', 'dependencies'),
  ('doc', 'documentation'),
  ('docs', 'documentation'),
  ('docx', 'word'),
  ('dotnet', 'csharp'),
  ('e2e', '"end to end"'),
  ('email', 'mail'),
  ('env', 'environment'),
  ('excel', 'xlsx or spreadsheet'),
  ('gcp', '"google cloud"'),
  ('gha', '"github actions"'),
  ('golang', 'go'),
  ('gql', 'graphql'),
  ('graphql', 'gql'),
  ('i18n', 'internationalization or internationalisation or localization or translation'),
  ('iac', '"infrastructure as code" or terraform'),
  ('img', 'image'),
  ('internationalization', 'i18n'),
  ('invoice', 'billing'),
  ('invoices', 'billing'),
  ('ios', 'iphone'),
  ('iphone', 'ios'),
  ('javascript', 'js'),
  ('js', 'javascript'),
  ('k8s', 'kubernetes'),
  ('kubernetes', 'k8s'),
  ('l10n', 'localization or localisation'),
  ('lint', 'linter'),
  ('linter', 'lint'),
  ('llm', '"language model"'),
  ('mac', 'macos'),
  ('macos', 'mac'),
  ('mail', 'email'),
  ('md', 'markdown'),
  ('mfa', '"two factor" or 2fa'),
  ('ml', '"machine learning"'),
  ('mr', '"merge request"'),
  ('nlp', '"natural language"'),
  ('node', 'nodejs'),
  ('nodejs', 'node'),
  ('o11y', 'observability or monitoring'),
  ('oauth2', 'oauth'),
  ('observability', 'o11y'),
  ('ocr', '"text recognition"'),
  ('okr', 'objectives'),
  ('okrs', 'objectives'),
  ('pentest', '"penetration testing" or pentesting'),
  ('perf', 'performance'),
  ('photo', 'image'),
  ('pic', 'image'),
  ('picture', 'image'),
  ('postgres', 'postgresql'),
  ('postgresql', 'postgres'),
  ('powerpoint', 'pptx or ppt or slides'),
  ('ppt', 'pptx or powerpoint or slides or presentation'),
  ('pptx', 'powerpoint or ppt or presentation'),
  ('pr', '"pull request"'),
  ('prd', '"product requirements"'),
  ('prs', '"pull requests"'),
  ('psql', 'postgresql or postgres'),
  ('py', 'python'),
  ('qa', '"quality assurance" or testing'),
  ('qr', 'qrcode'),
  ('rag', '"retrieval augmented"'),
  ('rb', 'ruby'),
  ('rbac', 'permissions or roles'),
  ('regex', 'regexp or "regular expression"'),
  ('regexp', 'regex'),
  ('repo', 'repository'),
  ('resume', 'cv'),
  ('rfp', 'proposal'),
  ('rn', '"react native"'),
  ('scraper', 'crawler'),
  ('scraping', 'crawling'),
  ('seo', '"search engine optimization"'),
  ('slides', 'slide or pptx or presentation'),
  ('slo', '"service level"'),
  ('spreadsheet', 'excel or xlsx'),
  ('sre', 'reliability'),
  ('sso', '"single sign on"'),
  ('stt', 'transcription or "speech to text"'),
  ('summary', 'summarize'),
  ('tailwind', 'tailwindcss'),
  ('tdd', '"test driven"'),
  ('telemetry', 'observability'),
  ('tf', 'terraform'),
  ('todo', 'tasks'),
  ('translate', 'i18n'),
  ('ts', 'typescript'),
  ('tts', '"text to speech" or speech'),
  ('tw', 'tailwind'),
  ('typescript', 'ts'),
  ('vid', 'video'),
  ('vs', 'vscode'),
  ('vuln', 'vulnerability'),
  ('vulns', 'vulnerabilities'),
  ('wcag', 'accessibility'),
  ('xls', 'excel or xlsx or spreadsheet'),
  ('xlsx', 'excel or spreadsheet'),
  ('yt', 'youtube');
