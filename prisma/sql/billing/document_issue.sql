-- Issues a receipt or a credit note for a transaction of the ledger, once, and gives it the next number of its series.
-- The lock is the last one of its transaction and stays until that commits, so that numbers have no gap and follow the
-- order of their dates.
CREATE OR REPLACE FUNCTION document_issue(p_id uuid, p_kind text, p_account uuid, p_order uuid, p_purchase uuid,
  p_corrects uuid, p_reason text,
  p_source_type text, p_source_id text, p_net bigint, p_tax bigint, p_issuer_name text, p_issuer_details json)
  RETURNS SETOF document LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('document_issue'));
  -- clock_timestamp(): now() is when the transaction began, perhaps before the one with the former number.
  RETURN QUERY INSERT INTO document (id, kind, number, account_id, order_id, purchase_id, corrects_id, reason,
      source_type, source_id, net_micros, tax_micros, issuer_name, issuer_details, created_at)
    SELECT p_id, p_kind, coalesce(max(d.number), 0) + 1, p_account, p_order, p_purchase, p_corrects, p_reason,
      p_source_type, p_source_id,
      p_net, p_tax, p_issuer_name, p_issuer_details, clock_timestamp() FROM document d WHERE d.kind = p_kind
    ON CONFLICT (source_type, source_id) DO NOTHING RETURNING *;
END $$;
