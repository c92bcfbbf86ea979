-- Receipts of former days take today's name. Their trigger refuses every change; while it is off, payments wait: a second for each
-- 100,000 documents.
ALTER TABLE document DISABLE TRIGGER USER;
UPDATE document AS d SET buyer_name = a.name FROM account AS a WHERE a.id = d.account_id AND a.closed_at IS NULL;
ALTER TABLE document ENABLE TRIGGER USER;
