-- The log of one error code read all failures of a skill: 5 ms for 2,000 of them. Only future months get the index, because building
-- it for existing ones would block calls; the log shows 90 days, so they age out.
CREATE INDEX usage_record_failures_by_code ON ONLY usage_record (skill_id, error_code, created_at DESC) WHERE status = 'failed';
