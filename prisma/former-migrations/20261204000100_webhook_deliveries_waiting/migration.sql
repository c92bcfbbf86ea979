CREATE INDEX CONCURRENTLY webhook_delivery_waiting ON webhook_delivery (endpoint_id, next_try_at) WHERE next_try_at IS NOT NULL;
