CREATE INDEX CONCURRENTLY notification_mail_waiting ON notification (account_id) WHERE mail_due_at IS NOT NULL;
