-- What is looked for every few seconds or minutes is found without reading everything.
CREATE INDEX idempotency_record_claims ON idempotency_record (created_at) WHERE completed_at IS NULL;
CREATE INDEX skill_suspended ON skill (id) WHERE suspended_at IS NOT NULL;
CREATE INDEX account_suspended ON account (id) WHERE suspended_at IS NOT NULL;
CREATE INDEX purchase_active_by_skill ON purchase (skill_id, id) WHERE status = 'active';
CREATE INDEX "purchase_started_at_id_idx" ON "purchase"("started_at", "id");

-- What is forgotten is found by when it was over.
CREATE INDEX "session_expires_at_idx" ON "session"("expires_at");
CREATE INDEX "verification_expires_at_idx" ON "verification"("expires_at");
CREATE INDEX "key_spend_period_start_idx" ON "key_spend"("period_start");
CREATE INDEX "skill_caller_day_day_idx" ON "skill_caller_day"("day");
CREATE INDEX payment_event_told ON payment_event (received_at) WHERE processed_at IS NOT NULL AND payload <> '{}';
