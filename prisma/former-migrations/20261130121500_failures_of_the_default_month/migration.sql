CREATE INDEX CONCURRENTLY usage_record_default_failures_by_code ON usage_record_default (skill_id, error_code, created_at DESC) WHERE status = 'failed';
