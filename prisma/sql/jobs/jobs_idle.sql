-- The jobs that repeat within seconds and have nothing to do now, so that one look a second serves them all. A job that
-- is not listed has its turn at each of its intervals. Each condition is that of its job's own claim, or wider.
CREATE OR REPLACE FUNCTION jobs_idle() RETURNS text[] LANGUAGE plpgsql STABLE AS $$
DECLARE v_soon timestamptz := now() + interval '1 millisecond';
BEGIN
  RETURN ARRAY(SELECT queue FROM (VALUES
    ('send-links', EXISTS (SELECT FROM link_request WHERE due_at <= v_soon)),
    ('sweep-holds', EXISTS (SELECT FROM hold h LEFT JOIN process_lease l ON l.id = h.process_id
      WHERE h.state = 'held' AND (h.expires_at < v_soon OR l.expires_at < v_soon))),
    ('renew-purchases', EXISTS (SELECT FROM purchase WHERE status = 'active' AND current_period_end <= v_soon)),
    ('apply-price-changes', EXISTS (SELECT FROM skill WHERE next_terms_at <= v_soon)),
    ('deliver-mails', EXISTS (SELECT FROM notification WHERE mail_due_at <= v_soon)),
    ('probe-submissions', EXISTS (SELECT FROM skill_revision r JOIN skill s ON s.current_revision_id = r.id
      WHERE r.status = 'pending' AND s.visibility = 'public' AND r.api_endpoint IS NOT NULL
        AND r.execution_type <> 'download' AND NOT EXISTS (SELECT FROM submission_probe p WHERE p.revision_id = r.id))),
    ('apply-decisions', EXISTS (SELECT FROM scheduled_decision WHERE due_at <= v_soon)),
    ('announce-runs', EXISTS (SELECT FROM run JOIN hold ON hold.id = run.id WHERE run.announced_at IS NULL
      AND hold.state <> 'held')),
    ('deliver-webhooks', EXISTS (SELECT FROM webhook_delivery WHERE next_try_at <= v_soon)),
    ('notify-low-balances', EXISTS (SELECT FROM wallet WHERE notice_due)),
    ('top-up', EXISTS (SELECT FROM wallet WHERE topup_due)
      OR EXISTS (SELECT FROM auto_topup WHERE limited_until <= v_soon)
      OR EXISTS (SELECT FROM topup_order WHERE automatic AND state = 'created' AND next_try_at <= v_soon)),
    ('send-card-refunds', EXISTS (SELECT FROM card_refund WHERE next_try_at <= v_soon)),
    ('detach-cards', EXISTS (SELECT FROM card_detachment WHERE next_try_at <= v_soon)),
    ('advance-payouts', EXISTS (SELECT FROM payout WHERE state IN ('pending', 'in_transit', 'returning')
    AND next_try_at <= v_soon))
  ) AS work (queue, has_work) WHERE NOT has_work);
END $$;
