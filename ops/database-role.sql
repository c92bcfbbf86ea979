-- A role for the processes, which read and write the tables and change none of them. Run this once, after the first
-- `npm run migrate -- apply`, as the role that migrates; what later migrations create is granted as well. Then give it a
-- password (ALTER ROLE marketplace_app PASSWORD …), use it in DATABASE_URL of the processes, and migrate as before.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'marketplace_app') THEN
    CREATE ROLE marketplace_app LOGIN;
  END IF;
END $$;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO marketplace_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO marketplace_app;
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO marketplace_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO marketplace_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO marketplace_app;
REVOKE INSERT, UPDATE, DELETE ON _prisma_migrations, sql_functions FROM marketplace_app;
-- What is written once and never changed.
REVOKE UPDATE, DELETE ON ledger_entry, ledger_transaction, audit_event FROM marketplace_app;
-- The queue of jobs makes and keeps its own tables.
CREATE SCHEMA IF NOT EXISTS pgboss;
GRANT USAGE, CREATE ON SCHEMA pgboss TO marketplace_app;
