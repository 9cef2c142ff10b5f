-- Roles and schemas.
--
-- Nobody logs in as one of these roles: a login is granted them. Roles belong to the whole cluster, so another
-- database may have made them, or may be making them at this moment; both are fine.

DO $$
DECLARE
  role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY[
    'mamaudit_owner',      -- owns the log; nothing runs as it but the functions below
    'mamaudit_viewer',     -- owns the views that readers read, and sees what the reading role may see
    'mamaudit_writer',     -- appends
    'mamaudit_reader',     -- reads the views of the logs it is granted
    'mamaudit_reporting',  -- reads the schema reporting
    'mamaudit_projector',  -- reads the narrow rows, owns the read models
    'mamaudit_sealer',     -- reads records, writes tiles and seals
    'mamaudit_keeper'      -- erases personal data
  ] LOOP
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = role_name) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', role_name);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN
        NULL;
      END;
    END IF;
    -- One who is no superuser makes objects for the roles only as a member of them.
    IF NOT pg_has_role(current_user, role_name, 'MEMBER') THEN
      EXECUTE format('GRANT %I TO CURRENT_USER', role_name);
    END IF;
  END LOOP;
END
$$;

CREATE SCHEMA audit AUTHORIZATION mamaudit_owner;
CREATE SCHEMA reporting AUTHORIZATION mamaudit_owner;
CREATE SCHEMA projection AUTHORIZATION mamaudit_projector;

COMMENT ON SCHEMA audit IS 'The log: append-only, one log a tenant.';
COMMENT ON SCHEMA projection IS 'Read models that the fold makes of the log; they can be made again at any time.';
COMMENT ON SCHEMA reporting IS 'Views for reports and dashboards, frozen once released.';

-- What these roles make later is open to nobody by accident.
ALTER DEFAULT PRIVILEGES FOR ROLE mamaudit_owner REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES FOR ROLE mamaudit_projector REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
-- A rebuild makes tables anew; whoever read the old ones reads these.
ALTER DEFAULT PRIVILEGES FOR ROLE mamaudit_projector IN SCHEMA projection
  GRANT SELECT ON TABLES TO mamaudit_owner, mamaudit_reader;

GRANT USAGE ON SCHEMA audit
  TO mamaudit_writer, mamaudit_reader, mamaudit_projector, mamaudit_sealer, mamaudit_keeper;
GRANT USAGE ON SCHEMA projection TO mamaudit_owner, mamaudit_reader;
GRANT USAGE ON SCHEMA reporting TO mamaudit_reporting, mamaudit_reader;

SET LOCAL ROLE mamaudit_owner;

-- The history of the schema. The migrator writes it; what is written stays.
CREATE TABLE audit.migration (
  version integer PRIMARY KEY CHECK (version > 0),
  name text NOT NULL,
  sha256 bytea NOT NULL CHECK (octet_length(sha256) = 32),
  applied_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  applied_by text NOT NULL DEFAULT session_user
);
COMMENT ON TABLE audit.migration IS 'The migrations that were applied, with the SHA-256 of the exact bytes of their files.';
GRANT SELECT ON audit.migration
  TO mamaudit_writer, mamaudit_reader, mamaudit_projector, mamaudit_sealer, mamaudit_keeper;
