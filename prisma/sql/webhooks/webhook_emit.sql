-- Queues an event for every active endpoint of an account that wants its type, in the transaction that caused it.
-- Beyond 2,000 deliveries that wait, an account's events are logged as not sent; they can be replayed. The claims of
-- the job cost nothing for a long queue, but its retries do.
CREATE OR REPLACE FUNCTION webhook_emit(p_account uuid, p_type text, p_data jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO webhook_delivery (id, endpoint_id, type, data, next_try_at, last_error)
    SELECT new_id(), id, p_type, p_data, CASE WHEN fits THEN now() END,
        CASE WHEN NOT fits THEN 'Not sent: 2,000 deliveries of this account were waiting. Replay it.' END
      FROM webhook_endpoint, LATERAL (SELECT count(*) < 2000 AS fits FROM (
        SELECT 1 FROM webhook_endpoint e JOIN webhook_delivery d ON d.endpoint_id = e.id AND d.next_try_at IS NOT NULL
         WHERE e.account_id = p_account LIMIT 2000) AS waiting) AS queue
     WHERE account_id = p_account AND active AND (cardinality(events) = 0 OR p_type = ANY (events));
$$;
