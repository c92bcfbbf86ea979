-- Queues an event for every active endpoint of an account that wants its type, in the transaction that caused it.
CREATE OR REPLACE FUNCTION webhook_emit(p_account uuid, p_type text, p_data jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO webhook_delivery (id, endpoint_id, type, data)
    SELECT new_id(), id, p_type, p_data FROM webhook_endpoint
     WHERE account_id = p_account AND active AND (cardinality(events) = 0 OR p_type = ANY (events));
$$;
