-- With the error code in the index, a developer who looks for a rare one among many failures reads no others: 2,000 of them took 5 ms,
-- and more with every failure.
DROP INDEX usage_record_failures;
CREATE INDEX usage_record_failures ON usage_record (skill_id, created_at DESC, error_code) WHERE status = 'failed';
