-- Gives a running subscription another plan, as plan_quote says. Now: what is unused of it is refunded, it ends, and a
-- purchase of the other plan begins, in one transaction; where that is refused, nothing happens. Later: it is written
-- down, and the renewal begins it. outcome: 'changed', 'scheduled', 'withdrawn', 'already' (done before; bought is the
-- purchase of that plan), or why not: those of plan_quote and of purchase_buy, and 'confirmation_required', when a key
-- would have renewals charge more than it may (limit_micros) without an approval.
CREATE OR REPLACE FUNCTION plan_change(p_purchase uuid, p_buyer uuid, p_plan text, p_key uuid, p_session uuid,
  p_max_price bigint, p_approval uuid, p_digest bytea,
  OUT outcome text, OUT price bigint, OUT posted bigint, OUT held bigint, OUT limit_micros bigint,
  OUT spent_micros bigint, OUT budget_id uuid, OUT version int, OUT skill_id uuid, OUT refunded bigint,
  OUT source_id text, OUT bought purchase)
LANGUAGE plpgsql AS $$
DECLARE v purchase; v_quote record; v_refund record; v_bought record; v_payer record; v_ask_above bigint;
BEGIN
  refunded := 0;
  SELECT posted_micros, held_micros, ask_above_micros INTO posted, held, v_ask_above
    FROM wallet WHERE account_id = p_buyer FOR UPDATE;
  SELECT * INTO v_payer FROM payer_now(p_buyer, p_key, p_session);
  IF NOT v_payer.lives THEN outcome := 'unauthorized'; RETURN; END IF;
  SELECT * INTO v_quote FROM plan_quote(p_purchase, p_buyer, p_plan);
  outcome := v_quote.outcome; price := v_quote.price;
  IF outcome = 'not_found' THEN RETURN; END IF;
  SELECT * INTO v FROM purchase p WHERE p.id = p_purchase AND p.buyer_id = p_buyer FOR UPDATE;
  bought := v; skill_id := v.skill_id;
  IF outcome = 'ended' THEN
    SELECT * INTO bought FROM purchase p WHERE p.id = v_quote.replaced_by AND p.buyer_id = p_buyer
      AND lower(p.plan) = lower(p_plan);
    IF FOUND THEN outcome := 'already'; ELSE bought := v; END IF;
    RETURN;
  END IF;
  IF outcome = 'same' AND v.next_plan IS NULL THEN outcome := 'already'; RETURN; END IF;
  IF outcome = 'same' OR outcome = 'later' THEN
    IF price > p_max_price THEN outcome := 'price_changed'; RETURN; END IF;
    -- Each renewal charges this: a key may agree to no more than it may buy without an approval.
    v_ask_above := CASE WHEN p_key IS NOT NULL THEN least(v_ask_above, v_payer.ask_above) END;
    IF price > v_ask_above THEN
      outcome := 'confirmation_required'; limit_micros := v_ask_above; RETURN;
    END IF;
    outcome := CASE WHEN outcome = 'later' THEN 'scheduled' ELSE 'withdrawn' END;
    -- A key with a limit that makes the renewal dearer pays it from that limit, as one that resumes a renewal does.
    UPDATE purchase SET next_plan = v_quote.plan, key_id = CASE WHEN v_quote.price > purchase_next_price(v)
        AND EXISTS (SELECT FROM budget b WHERE b.kind = 'key' AND b.subject_id = p_key) THEN p_key ELSE key_id END
      WHERE id = v.id AND buyer_id = p_buyer RETURNING * INTO bought;
    RETURN;
  END IF;
  IF outcome <> 'now' THEN RETURN; END IF;
  BEGIN
    IF v.current_period_end > now() THEN
      -- A request for a refund that was declined has nothing to decide on any more.
      UPDATE refund_request q SET state = 'closed', decided_at = now() WHERE q.purchase_id = v.id
        AND q.buyer_id = p_buyer AND q.state = 'declined';
      SELECT * INTO v_refund FROM purchase_refund(v.id, new_id(), false, true, 'Another plan');
      refunded := v_refund.refunded; source_id := v.id || ':' || v.term;
    END IF;
    SELECT * INTO v_bought FROM purchase_buy(new_id(), new_id(), p_buyer,
      (SELECT s.slug FROM skill s WHERE s.id = v.skill_id), p_key, p_max_price, v.auto_renew, NULL, NULL, p_approval,
      p_digest, p_session, false, p_plan, v.id);
    IF v_bought.outcome <> 'bought' THEN RAISE EXCEPTION USING ERRCODE = 'PLAN0'; END IF;
    outcome := 'changed'; bought := v_bought.bought; posted := v_bought.posted; held := v_bought.held;
  EXCEPTION WHEN SQLSTATE 'PLAN0' THEN
    outcome := v_bought.outcome; price := coalesce(v_bought.price, price);
    -- The credit would have paid a part of it.
    IF outcome = 'insufficient_credits' THEN price := price - refunded; END IF;
    refunded := 0; source_id := NULL;
    limit_micros := v_bought.limit_micros; spent_micros := v_bought.spent_micros; budget_id := v_bought.budget_id;
    version := v_bought.version;
  END;
END $$;
