-- The log only grows, for its owner too. ENABLE ALWAYS: session_replication_role does not switch these off.

SET LOCAL ROLE mamaudit_owner;

CREATE FUNCTION audit.refuse_change() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  RAISE EXCEPTION USING
    ERRCODE = 'MA010',
    MESSAGE = format('%s on %I.%I is refused: the log is append-only', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME),
    HINT = 'Events are never changed. Personal values are erased by mamaudit erase.';
END
$$;

-- A log keeps its tenant, and its head and clock move only to an event that is there: a head set further would leave a
-- gap, and a clock set ahead would date everything after it.
CREATE FUNCTION audit.guard_log() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off
AS $$
BEGIN
  IF NEW.log_id <> OLD.log_id OR NEW.tenant <> OLD.tenant OR NEW.created_at <> OLD.created_at
    OR NEW.head <= OLD.head OR NEW.last_recorded_at < OLD.last_recorded_at
    OR NOT EXISTS (
      SELECT FROM audit.event AS e
        WHERE e.log_id = OLD.log_id AND e.position = NEW.head - 1 AND e.recorded_at = NEW.last_recorded_at)
  THEN
    RAISE EXCEPTION USING
      ERRCODE = 'MA010',
      MESSAGE = 'this change of audit.log is refused: a log keeps its tenant, and its head and clock follow its events';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER guard_log BEFORE UPDATE ON audit.log FOR EACH ROW EXECUTE FUNCTION audit.guard_log();
ALTER TABLE audit.log ENABLE ALWAYS TRIGGER guard_log;

-- A number that was given is never given again.
CREATE FUNCTION audit.guard_counter() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF NEW.log_id <> OLD.log_id OR NEW.kind <> OLD.kind OR NEW.next <= OLD.next THEN
    RAISE EXCEPTION USING
      ERRCODE = 'MA010', MESSAGE = 'this change of audit.name_counter is refused: the numbers of names only grow';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER guard_counter BEFORE UPDATE ON audit.name_counter
  FOR EACH ROW EXECUTE FUNCTION audit.guard_counter();
ALTER TABLE audit.name_counter ENABLE ALWAYS TRIGGER guard_counter;

DO $$
DECLARE
  guarded text;
BEGIN
  FOREACH guarded IN ARRAY ARRAY[
    'event', 'disclosure', 'link', 'account', 'app', 'device', 'extension_type', 'event_type', 'enumeration',
    'event_flag', 'migration'
  ] LOOP
    -- For each statement, so that one that touches no row is refused too; for each row, because the rows of a
    -- logical replication come without statements.
    EXECUTE format(
      'CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON audit.%I
         FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change()', guarded);
    EXECUTE format(
      'CREATE TRIGGER refuse_row_change BEFORE UPDATE OR DELETE ON audit.%I
         FOR EACH ROW EXECUTE FUNCTION audit.refuse_change()', guarded);
    EXECUTE format('ALTER TABLE audit.%I ENABLE ALWAYS TRIGGER refuse_change', guarded);
    EXECUTE format('ALTER TABLE audit.%I ENABLE ALWAYS TRIGGER refuse_row_change', guarded);
  END LOOP;

  FOREACH guarded IN ARRAY ARRAY['log', 'name_counter'] LOOP
    EXECUTE format(
      'CREATE TRIGGER refuse_change BEFORE DELETE OR TRUNCATE ON audit.%I
         FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change()', guarded);
    EXECUTE format('ALTER TABLE audit.%I ENABLE ALWAYS TRIGGER refuse_change', guarded);
  END LOOP;
END
$$;
