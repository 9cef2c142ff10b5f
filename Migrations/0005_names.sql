-- Logs by tenant, and names by number.
--
-- Writers ask for the numbers before they append, outside the lock of the append; numbers are dense in each log,
-- never change, and two writers that ask at once get the same ones.

SET LOCAL ROLE mamaudit_owner;

CREATE FUNCTION audit.open_log(tenant uuid) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  opened integer;
BEGIN
  SELECT l.log_id INTO opened FROM audit.log AS l WHERE l.tenant = open_log.tenant;
  IF NOT FOUND THEN
    INSERT INTO audit.log AS l (tenant) VALUES (open_log.tenant) ON CONFLICT DO NOTHING;
    SELECT l.log_id INTO STRICT opened FROM audit.log AS l WHERE l.tenant = open_log.tenant;
    INSERT INTO audit.name_counter (log_id, kind, next)
      VALUES (opened, 'account', 1), (opened, 'app', 1), (opened, 'device', 1), (opened, 'extension_type', 1024)
      ON CONFLICT DO NOTHING;
  END IF;
  RETURN opened;
END
$$;
COMMENT ON FUNCTION audit.open_log IS 'The log of a tenant, made if it is the tenant''s first use.';

-- One kind of name. Names that are new get the next numbers, in the order in which they are first named.
CREATE FUNCTION audit.intern(log integer, kind text, key_column text, names anyarray) RETURNS integer[]
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  id_column text := CASE kind WHEN 'extension_type' THEN 'type' ELSE kind || '_id' END;
  look_up text := format(
    'SELECT array_agg(t.%1$I::integer ORDER BY n.ord), count(n.name) > count(t.%1$I)
       FROM unnest($2) WITH ORDINALITY AS n (name, ord)
       LEFT JOIN audit.%2$I AS t ON t.log_id = $1 AND t.%3$I = n.name', id_column, kind, key_column);
  ids integer[];
  incomplete boolean;
  next_id integer;
  made integer;
BEGIN
  EXECUTE look_up INTO ids, incomplete USING log, names;
  IF incomplete THEN
    SELECT c.next INTO next_id FROM audit.name_counter AS c
      WHERE c.log_id = log AND c.kind = intern.kind FOR NO KEY UPDATE;
    IF NOT FOUND THEN
      RAISE EXCEPTION USING ERRCODE = 'MA002', MESSAGE = format('there is no log %s', log);
    END IF;
    EXECUTE format(
      'INSERT INTO audit.%2$I (log_id, %1$I, %3$I)
         SELECT $1, $3 - 1 + row_number() OVER (ORDER BY m.ord), m.name
           FROM (SELECT n.name, min(n.ord) AS ord FROM unnest($2) WITH ORDINALITY AS n (name, ord)
                   WHERE n.name IS NOT NULL
                     AND NOT EXISTS (SELECT FROM audit.%2$I AS t WHERE t.log_id = $1 AND t.%3$I = n.name)
                   GROUP BY n.name) AS m', id_column, kind, key_column)
      USING log, names, next_id;
    GET DIAGNOSTICS made = ROW_COUNT;
    -- None, where another call has numbered them all while this one waited.
    IF made > 0 THEN
      UPDATE audit.name_counter AS c SET next = next_id + made WHERE c.log_id = log AND c.kind = intern.kind;
    END IF;
    EXECUTE look_up INTO ids, incomplete USING log, names;
  END IF;
  RETURN ids;
END
$$;

CREATE FUNCTION audit.resolve_names(
  log integer,
  object_ids uuid[], upn_keys text[], app_names text[], device_names text[], type_names text[],
  OUT accounts integer[], OUT aliases integer[], OUT apps integer[], OUT devices integer[], OUT types integer[]
)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  -- Always in this order, so that two calls at once cannot block each other.
  accounts := audit.intern(log, 'account', 'object_id', object_ids);
  aliases := audit.intern(log, 'account', 'upn_key', upn_keys);
  apps := audit.intern(log, 'app', 'name', app_names);
  devices := audit.intern(log, 'device', 'name', device_names);
  types := audit.intern(log, 'extension_type', 'name', type_names);
END
$$;
COMMENT ON FUNCTION audit.resolve_names IS
  'The numbers of names in a log, in the order given; a name that is new is numbered. Null stays null.';

GRANT EXECUTE ON FUNCTION audit.open_log, audit.resolve_names TO mamaudit_writer;
