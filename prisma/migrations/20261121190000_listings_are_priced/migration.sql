-- Skills that came to be approved without a price: nobody could buy or call them. They leave the marketplace as if their
-- developers had unlisted them, and come back by relisting once they have one.
WITH unpriced AS (
  UPDATE skill AS s SET unlisted_at = now(), updated_at = now()
    WHERE s.live_revision_id IS NOT NULL AND s.unlisted_at IS NULL
      AND NOT (s.pricing_type = 'subscription' AND s.price_micros IS NOT NULL
        OR s.pricing_type = 'usage' AND s.price_per_call_micros IS NOT NULL)
    RETURNING s.id, s.owner_id, s.live_revision_id)
INSERT INTO review_event (id, skill_id, revision_id, actor_id, action, reason)
  SELECT gen_random_uuid(), id, live_revision_id, owner_id, 'unlist', 'It had no price. Set one, and put it back.' FROM unpriced;
DELETE FROM listing WHERE NOT (pricing_type = 'subscription' AND price_micros IS NOT NULL
  OR pricing_type = 'usage' AND price_per_call_micros IS NOT NULL);
-- The table cannot be altered while triggers of what was deleted wait for the end of the transaction.
SET CONSTRAINTS ALL IMMEDIATE;

-- What is on the marketplace can be paid for.
ALTER TABLE listing ADD CONSTRAINT listing_priced CHECK (
  pricing_type = 'subscription' AND price_micros IS NOT NULL OR pricing_type = 'usage' AND price_per_call_micros IS NOT NULL);
