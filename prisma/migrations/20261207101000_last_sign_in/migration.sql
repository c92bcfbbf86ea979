-- Who can be asked to decide: an administrator who has signed in lately. Sessions that have ended are not stored.
ALTER TABLE "account" ADD COLUMN "last_signed_in_at" TIMESTAMPTZ(3);
UPDATE account AS a SET last_signed_in_at = s.at
  FROM (SELECT account_id, max(created_at) AS at FROM session GROUP BY account_id) AS s WHERE s.account_id = a.id AND a.role = 'admin';
