-- Whether what an account does counts for what buyers go by: it has paid, and is not related to the developer. All that
-- counts uses, purchases and callers for trust figures and popularity asks this.
CREATE OR REPLACE FUNCTION account_counts(p_account uuid, p_related uuid[]) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT p_account <> ALL(p_related) AND is_paying(p_account)
$$;
