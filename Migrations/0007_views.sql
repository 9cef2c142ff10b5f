-- Reading: views that show a role the logs it is granted, and nothing else of the schema.
--
-- The views belong to a role of their own, for which the tables have a policy. So no function of a reader's sees a row
-- of another log, and the views still read in the order of an index, which a security barrier would lose. The list of
-- logs is found once a query; "+ 0" keeps it out of the index conditions, which would lose that order too.

SET LOCAL ROLE mamaudit_owner;

CREATE TABLE audit.log_reader (
  role_name text COLLATE "C" NOT NULL,
  log_id integer REFERENCES audit.log,
  UNIQUE NULLS NOT DISTINCT (role_name, log_id)
);
COMMENT ON TABLE audit.log_reader IS 'Which role reads which log; without a log it reads all of them.';
INSERT INTO audit.log_reader (role_name) VALUES
  ('mamaudit_reader'), ('mamaudit_projector'), ('mamaudit_sealer'), ('mamaudit_keeper');

CREATE VIEW audit.logs WITH (security_barrier) AS
  SELECT l.log_id, l.tenant, l.head AS size, l.last_recorded_at, l.created_at
    FROM audit.log AS l
    WHERE EXISTS (
      SELECT FROM audit.log_reader AS g JOIN pg_catalog.pg_roles AS r ON r.rolname = g.role_name
        WHERE (g.log_id IS NULL OR g.log_id = l.log_id) AND pg_has_role(r.oid, 'MEMBER'));
COMMENT ON COLUMN audit.logs.size IS 'The number of events.';

GRANT SELECT ON audit.logs, audit.log, audit.event_type, audit.event_flag, audit.enumeration TO mamaudit_viewer;
GRANT USAGE, CREATE ON SCHEMA audit TO mamaudit_viewer;

DO $$
DECLARE
  read text;
BEGIN
  FOREACH read IN ARRAY ARRAY['event', 'disclosure', 'link', 'account', 'app', 'device', 'extension_type'] LOOP
    EXECUTE format('GRANT SELECT ON audit.%I TO mamaudit_viewer', read);
    EXECUTE format('ALTER TABLE audit.%I ENABLE ROW LEVEL SECURITY', read);
    EXECUTE format(
      'CREATE POLICY granted_logs ON audit.%I FOR SELECT TO mamaudit_viewer
         USING (log_id + 0 = ANY (ARRAY(SELECT l.log_id FROM audit.logs AS l)))', read);
  END LOOP;
END
$$;

SET LOCAL ROLE mamaudit_viewer;

CREATE VIEW audit.narrow AS
  SELECT e.log_id, e.position, e.type, e.account_id, e.app_id, e.device_id, e.code, e.flags, e.occurred_at,
         e.recorded_at, e.facts
    FROM audit.event AS e;
COMMENT ON VIEW audit.narrow IS 'What the fold reads of an event.';

CREATE VIEW audit.records AS
  SELECT e.log_id, e.position, e.type, e.account_id, e.app_id, e.device_id, e.code, e.flags, e.occurred_at,
         e.recorded_at, e.facts, e.event_key, e.content_hash, e.record
    FROM audit.event AS e;
COMMENT ON VIEW audit.records IS 'The evidence and the columns that were derived from it.';

CREATE VIEW audit.accounts AS
  SELECT a.log_id, a.account_id, a.object_id, a.upn_key, coalesce(a.object_id::text, 'upn:' || a.upn_key) AS name
    FROM audit.account AS a;

CREATE VIEW audit.apps AS
  SELECT a.log_id, a.app_id, a.name
    FROM audit.app AS a;

CREATE VIEW audit.devices AS
  SELECT d.log_id, d.device_id, d.name
    FROM audit.device AS d;

CREATE VIEW audit.extension_types AS
  SELECT x.log_id, x.type, x.name
    FROM audit.extension_type AS x;

CREATE VIEW audit.links AS
  SELECT k.log_id, k.alias_id, k.position, k.account_id, k.effective_at
    FROM audit.link AS k;

CREATE VIEW audit.disclosures AS
  SELECT d.log_id, d.position, d.ordinal, d.account_id, d.path, d.disclosure
    FROM audit.disclosure AS d;

CREATE VIEW audit.events AS
  SELECT l.tenant, e.log_id, e.position,
         coalesce(t.name, x.name) AS type,
         coalesce(a.object_id::text, 'upn:' || a.upn_key) AS account,
         p.name AS app, d.name AS device,
         e.code, n.name AS code_name, t.code_enumeration,
         e.occurred_at, e.recorded_at, least(e.occurred_at, e.recorded_at) AS effective_at,
         ARRAY(SELECT f.name FROM audit.event_flag AS f WHERE e.flags & f.flag <> 0 ORDER BY f.flag) AS flags,
         audit.record_json(e.record) -> 'data' AS data,
         audit.record_json(e.record) IS NULL AS data_unreadable,
         e.record
    FROM audit.event AS e
    JOIN audit.log AS l ON l.log_id = e.log_id
    LEFT JOIN audit.event_type AS t ON t.type = e.type
    LEFT JOIN audit.extension_type AS x ON x.log_id = e.log_id AND x.type = e.type
    LEFT JOIN audit.enumeration AS n ON n.enumeration = t.code_enumeration AND n.number = e.code
    LEFT JOIN audit.account AS a ON a.log_id = e.log_id AND a.account_id = e.account_id
    LEFT JOIN audit.app AS p ON p.log_id = e.log_id AND p.app_id = e.app_id
    LEFT JOIN audit.device AS d ON d.log_id = e.log_id AND d.device_id = e.device_id;
COMMENT ON VIEW audit.events IS 'The log with names in place of numbers.';
COMMENT ON COLUMN audit.events.data_unreadable IS
  'jsonb cannot hold the record (the escape of NUL, half a surrogate pair): data is null, the record is whole.';

GRANT SELECT ON audit.narrow, audit.records, audit.accounts, audit.apps, audit.devices, audit.extension_types,
  audit.links, audit.disclosures, audit.events TO mamaudit_reader, mamaudit_owner;
GRANT SELECT ON audit.narrow, audit.accounts, audit.apps, audit.devices, audit.extension_types, audit.links
  TO mamaudit_projector;
GRANT SELECT ON audit.records TO mamaudit_sealer;
GRANT SELECT ON audit.accounts, audit.links, audit.disclosures TO mamaudit_keeper;

SET LOCAL ROLE mamaudit_owner;

REVOKE CREATE ON SCHEMA audit FROM mamaudit_viewer;
GRANT SELECT ON audit.logs TO mamaudit_reader, mamaudit_projector, mamaudit_sealer, mamaudit_keeper;
GRANT EXECUTE ON FUNCTION audit.record_json, audit.rfc3339 TO mamaudit_reader;
