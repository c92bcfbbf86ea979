-- The accounts whose use of a developer's skills counts for no trust figure, popularity or rating: the developer's own,
-- members of the same organizations and these themselves, and those that pay with the same card.
CREATE OR REPLACE FUNCTION related_accounts(p_account uuid) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN ARRAY(SELECT p_account
    UNION SELECT m.person_id FROM membership m WHERE m.organization_id = p_account
    UNION SELECT m.organization_id FROM membership m WHERE m.person_id = p_account
    UNION SELECT n.person_id FROM membership m JOIN membership n USING (organization_id) WHERE m.person_id = p_account
    UNION SELECT o.account_id FROM topup_order o WHERE o.card_fingerprint = ANY(cards_of(p_account)));
END $$;
