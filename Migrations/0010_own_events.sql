-- The log's own events: what the tool itself writes into a log.
--
-- audit.append refuses their types. This is the way for them, and it is the keeper's: a producer must not be able to
-- change the rules, or to acknowledge what they find.

SET LOCAL ROLE mamaudit_owner;

-- The few events that a log looks up by their type: its own (180 to 199) and the imports (148).
CREATE INDEX event_rare_type ON audit.event (log_id, type, position) WHERE type = 148 OR type BETWEEN 180 AND 199;

CREATE FUNCTION audit.append_own(
  log integer,
  -- one element an event
  keys uuid[], hashes bytea[], types smallint[], flag_sets integer[], occurred timestamptz[], packed_facts bytea[],
  records text[],
  -- one element a disclosure: its event (from 1), its number within the event, its path
  disclosed integer[] DEFAULT '{}', disclosure_ordinals smallint[] DEFAULT '{}', disclosure_paths text[] DEFAULT '{}',
  disclosures text[] DEFAULT '{}',
  -- the position of the last event of these types that the caller knows, -1 for none; null expects nothing
  expected_last bigint DEFAULT NULL,
  OUT first_position bigint, OUT last_position bigint, OUT recorded timestamptz, OUT refusals integer,
  OUT positions bigint[], OUT outcomes smallint[], OUT existing_hashes bytea[]
)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  SET lock_timeout = '30s' SET plan_cache_mode = force_generic_plan SET jit = off SET max_parallel_workers_per_gather = 0
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  count integer := cardinality(keys);
  log_head bigint;
  last_recorded timestamptz;
  last_of_types bigint;
  appended integer;
  ending text;
  bad text;
  -- Set in a row that is dated after its arrival.
  future_dated CONSTANT integer := 1 << 2;
BEGIN
  IF count = 0 OR count <> ANY (ARRAY[
    cardinality(hashes), cardinality(types), cardinality(flag_sets), cardinality(occurred), cardinality(packed_facts),
    cardinality(records)])
  THEN
    RAISE EXCEPTION USING ERRCODE = 'MA002', MESSAGE = 'the arrays of a batch must have one length, of at least 1';
  END IF;
  -- The others come by ways of their own: log.conflict.refused from audit.append alone.
  SELECT coalesce(min(t.name), min(g.type)::text) INTO bad
    FROM (SELECT DISTINCT unnest(types) AS type) AS g
    LEFT JOIN audit.event_type AS t ON t.type = g.type
    WHERE t.name IS NULL OR t.name NOT IN ('log.rules.changed', 'log.finding.acknowledged');
  IF bad IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'MA003', MESSAGE = format('events of type %s are not written by audit.append_own', bad);
  END IF;
  IF EXISTS (SELECT FROM unnest(disclosed) AS event WHERE event NOT BETWEEN 1 AND count) THEN
    RAISE EXCEPTION USING ERRCODE = 'MA002', MESSAGE = 'a disclosure names an event that is not in the batch';
  END IF;

  SELECT l.head, l.last_recorded_at INTO log_head, last_recorded
    FROM audit.log AS l WHERE l.log_id = log FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION USING ERRCODE = 'MA002', MESSAGE = format('there is no log %s', log);
  END IF;
  -- Later than all before, so that what was recorded by the instant of an append never changes with it.
  recorded := greatest(clock_timestamp(), last_recorded + interval '1 microsecond');
  ending := format(',"recordedtime":"%s"}', audit.rfc3339(recorded));

  SELECT c.positions, c.outcomes, c.existing_hashes, c.appended
    INTO positions, outcomes, existing_hashes, appended
    FROM audit.compare_batch(log, log_head, keys, hashes, array_fill(NULL::integer, ARRAY[count])) AS c;

  IF appended > 0 THEN
    IF expected_last IS NOT NULL THEN
      last_of_types := coalesce(
        (SELECT max(
            (SELECT e.position FROM audit.event AS e
               WHERE e.log_id = log AND e.type = g.type AND (e.type = 148 OR e.type BETWEEN 180 AND 199)
               ORDER BY e.position DESC LIMIT 1))
           FROM (SELECT DISTINCT unnest(types) AS type) AS g), -1);
      IF last_of_types <> expected_last THEN
        RAISE EXCEPTION USING
          ERRCODE = 'MA004',
          MESSAGE = format('the last such event of the log is at %s, not at %s', last_of_types, expected_last),
          HINT = 'Read it and decide anew; nothing was written.';
      END IF;
    END IF;
    first_position := log_head;
    last_position := log_head + appended - 1;
    INSERT INTO audit.event
        (log_id, position, type, flags, occurred_at, recorded_at, event_key, content_hash, facts, record)
      SELECT log, n.position, n.type, n.flags | CASE WHEN n.occurred > recorded THEN future_dated ELSE 0 END,
             n.occurred, recorded, n.key, n.hash, n.facts, n.record || ending
        FROM (SELECT unnest(positions) AS position, unnest(outcomes) AS outcome, unnest(types) AS type,
                     unnest(flag_sets) AS flags, unnest(occurred) AS occurred, unnest(keys) AS key,
                     unnest(hashes) AS hash, unnest(packed_facts) AS facts, unnest(records) AS record) AS n
        WHERE n.outcome = 0;
    INSERT INTO audit.disclosure (log_id, position, ordinal, path, disclosure)
      SELECT log, positions[d.event], d.ordinal, d.path, d.disclosure
        FROM (SELECT unnest(disclosed) AS event, unnest(disclosure_ordinals) AS ordinal,
                     unnest(disclosure_paths) AS path, unnest(disclosures) AS disclosure) AS d
        WHERE outcomes[d.event] = 0;
  END IF;

  refusals := 0;
  IF 2 = ANY (outcomes) THEN
    refusals := audit.write_refusals(
      log, log_head + appended, recorded, hashes, records, positions, outcomes, existing_hashes);
  END IF;
  IF appended + refusals > 0 THEN
    UPDATE audit.log AS l SET head = log_head + appended + refusals, last_recorded_at = recorded WHERE l.log_id = log;
  END IF;
END
$$;
COMMENT ON FUNCTION audit.append_own IS
  'Appends events of the log''s own types, which audit.append refuses. Outcomes: 0 appended, 1 duplicate, 2 conflict.';

GRANT EXECUTE ON FUNCTION audit.append_own TO mamaudit_keeper;
