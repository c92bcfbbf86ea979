-- The account that paid requests without an account run as. It has no credential, and no free calls.
CREATE OR REPLACE FUNCTION guest_account() RETURNS uuid LANGUAGE sql IMMUTABLE AS $$ SELECT '00000000-0000-7000-8000-000000000402'::uuid $$;
