-- Faster appends: keys can be looked up ahead, over another connection, while the batch before is being written.

SET LOCAL ROLE mamaudit_owner;

-- What the log has of a batch already: of each such event its place in the batch (from 1), its position, and whether
-- it says the same. What is found stays so, because nothing in the log changes; what is not found may come any moment,
-- and the unique index decides then.
CREATE FUNCTION audit.probe(
  log integer, keys uuid[], hashes bytea[], accounts integer[],
  OUT events integer[], OUT positions bigint[], OUT same boolean[]
)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  SET plan_cache_mode = force_generic_plan SET work_mem = '64MB' SET jit = off SET max_parallel_workers_per_gather = 0
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_nestloop = off SET enable_mergejoin = off
AS $$
DECLARE
  found record;
BEGIN
  SELECT array_agg(e.event_key) AS keys, array_agg(e.position) AS positions, array_agg(e.content_hash) AS hashes,
         array_agg(e.account_id) AS accounts
    INTO found
    FROM audit.event AS e WHERE e.event_key = ANY (probe.keys) AND e.log_id + 0 = log;
  IF found.keys IS NULL THEN
    RETURN;
  END IF;
  SELECT array_agg(b.ord ORDER BY b.ord), array_agg(f.position ORDER BY b.ord),
         array_agg(
           b.hash = f.hash
             AND (b.account IS NOT DISTINCT FROM f.account
               -- The name of an erased alias gets another number when it comes again.
               OR ((SELECT num_nonnulls(a.object_id, a.upn_key) = 0 FROM audit.account AS a
                      WHERE a.log_id = log AND a.account_id = f.account)
                 AND (SELECT a.upn_key IS NOT NULL FROM audit.account AS a
                        WHERE a.log_id = log AND a.account_id = b.account)) IS TRUE)
           ORDER BY b.ord)
    INTO events, positions, same
    FROM (SELECT generate_series(1, cardinality(probe.keys)) AS ord, unnest(probe.keys) AS key,
                 unnest(probe.hashes) AS hash, unnest(probe.accounts) AS account) AS b
    JOIN (SELECT unnest(found.keys) AS key, unnest(found.positions) AS position, unnest(found.hashes) AS hash,
                 unnest(found.accounts) AS account) AS f ON f.key = b.key;
END
$$;
COMMENT ON FUNCTION audit.probe IS
  'Which events of a batch the log has already: place in the batch from 1, position, and whether they say the same.';
GRANT EXECUTE ON FUNCTION audit.probe TO mamaudit_writer;

-- audit.append anew, with `probed`. Where all events were appended, positions and outcomes are null:
-- the positions are first_position, first_position + 1 … and the outcomes 0.
DROP FUNCTION audit.append;

CREATE FUNCTION audit.append(
  log integer,
  -- one element an event
  keys uuid[], hashes bytea[], types smallint[], accounts integer[], apps integer[], devices integer[],
  codes integer[], flag_sets integer[], occurred timestamptz[], packed_facts bytea[], records text[],
  -- one element a disclosure: its event (from 1), its number within the event, its path, whom it is about
  disclosed integer[] DEFAULT '{}', disclosure_ordinals smallint[] DEFAULT '{}', disclosure_paths text[] DEFAULT '{}',
  disclosure_accounts integer[] DEFAULT '{}', disclosures text[] DEFAULT '{}',
  -- one element a link: its event (from 1), whose account the alias is
  linked integer[] DEFAULT '{}', linked_aliases integer[] DEFAULT '{}',
  -- one element an expectation
  expected_accounts integer[] DEFAULT NULL, expected_versions bigint[] DEFAULT NULL,
  with_versions boolean DEFAULT false,
  -- true from a caller who has looked the keys up, found none of them, and sends none twice: they are not looked up again
  probed boolean DEFAULT false,
  OUT first_position bigint, OUT last_position bigint, OUT recorded timestamptz, OUT refusals integer,
  OUT positions bigint[], OUT outcomes smallint[], OUT existing_hashes bytea[], OUT versions bigint[]
)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  SET lock_timeout = '30s' SET plan_cache_mode = force_generic_plan SET work_mem = '64MB' SET jit = off SET max_parallel_workers_per_gather = 0
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  count integer := cardinality(keys);
  log_head bigint;
  last_recorded timestamptz;
  all_new boolean;
  appended integer;
  ending text;
  -- Set in a row whose producer dated it after its arrival.
  future_dated CONSTANT integer := 1 << 2;
BEGIN
  PERFORM audit.check_batch(
    log, count, types, accounts, apps, devices, disclosed, linked, linked_aliases,
    ARRAY[cardinality(hashes), cardinality(types), cardinality(accounts), cardinality(apps), cardinality(devices),
          cardinality(codes), cardinality(flag_sets), cardinality(occurred), cardinality(packed_facts),
          cardinality(records)]);

  -- Ahead of the lock: a guess that saves the common batch the comparison. The unique index decides.
  all_new := expected_accounts IS NULL
    AND (probed
      OR (NOT EXISTS (SELECT FROM audit.event AS e WHERE e.event_key = ANY (keys) AND e.log_id + 0 = log)
        AND count = (SELECT count(DISTINCT k.key) FROM (SELECT unnest(keys) AS key) AS k)));

  SELECT l.head, l.last_recorded_at INTO log_head, last_recorded
    FROM audit.log AS l WHERE l.log_id = log FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION USING ERRCODE = 'MA002', MESSAGE = format('there is no log %s', log);
  END IF;
  recorded := greatest(clock_timestamp(), last_recorded);
  ending := format(',"recordedtime":"%s"}', audit.rfc3339(recorded));

  IF all_new THEN
    BEGIN
      INSERT INTO audit.event
          (log_id, position, account_id, app_id, device_id, type, code, flags, occurred_at, recorded_at, event_key,
           content_hash, facts, record)
        SELECT log, n.position, n.account, n.app, n.device, n.type, n.code,
               n.flags | CASE WHEN n.occurred > recorded THEN future_dated ELSE 0 END,
               n.occurred, recorded, n.key, n.hash, n.facts,
               n.record || ending
          FROM (SELECT generate_series(log_head, log_head + count - 1) AS position, unnest(accounts) AS account,
                       unnest(apps) AS app, unnest(devices) AS device, unnest(types) AS type, unnest(codes) AS code,
                       unnest(flag_sets) AS flags, unnest(occurred) AS occurred, unnest(keys) AS key,
                       unnest(hashes) AS hash, unnest(packed_facts) AS facts, unnest(records) AS record) AS n;
      appended := count;
    EXCEPTION WHEN unique_violation THEN
      -- Another call appended one of them after they were looked up, or the caller sent one twice.
      all_new := false;
    END;
  END IF;

  IF NOT all_new THEN
    SELECT c.positions, c.outcomes, c.existing_hashes, c.appended
      INTO positions, outcomes, existing_hashes, appended
      FROM audit.compare_batch(log, log_head, keys, hashes, accounts) AS c;
    IF expected_accounts IS NOT NULL THEN
      PERFORM audit.check_versions(log, accounts, outcomes, expected_accounts, expected_versions);
    END IF;
    IF appended > 0 THEN
      INSERT INTO audit.event
          (log_id, position, account_id, app_id, device_id, type, code, flags, occurred_at, recorded_at, event_key,
           content_hash, facts, record)
        SELECT log, n.position, n.account, n.app, n.device, n.type, n.code,
               n.flags | CASE WHEN n.occurred > recorded THEN future_dated ELSE 0 END,
               n.occurred, recorded, n.key, n.hash, n.facts,
               n.record || ending
          FROM (SELECT unnest(positions) AS position, unnest(outcomes) AS outcome, unnest(accounts) AS account,
                       unnest(apps) AS app, unnest(devices) AS device, unnest(types) AS type, unnest(codes) AS code,
                       unnest(flag_sets) AS flags, unnest(occurred) AS occurred, unnest(keys) AS key,
                       unnest(hashes) AS hash, unnest(packed_facts) AS facts, unnest(records) AS record) AS n
          WHERE n.outcome = 0;
    END IF;
  END IF;

  IF appended > 0 THEN
    first_position := log_head;
    last_position := log_head + appended - 1;
    IF cardinality(disclosed) > 0 THEN
      INSERT INTO audit.disclosure (log_id, position, ordinal, account_id, path, disclosure)
        SELECT log, CASE WHEN all_new THEN log_head + d.event - 1 ELSE positions[d.event] END, d.ordinal, d.account, d.path, d.disclosure
          FROM (SELECT unnest(disclosed) AS event, unnest(disclosure_ordinals) AS ordinal,
                       unnest(disclosure_accounts) AS account, unnest(disclosure_paths) AS path,
                       unnest(disclosures) AS disclosure) AS d
          WHERE all_new OR outcomes[d.event] = 0;
    END IF;
    IF cardinality(linked) > 0 THEN
      INSERT INTO audit.link (log_id, alias_id, position, account_id, effective_at)
        SELECT log, k.alias, CASE WHEN all_new THEN log_head + k.event - 1 ELSE positions[k.event] END, accounts[k.event], least(occurred[k.event], recorded)
          FROM (SELECT unnest(linked) AS event, unnest(linked_aliases) AS alias) AS k
          WHERE all_new OR outcomes[k.event] = 0;
    END IF;
  END IF;

  refusals := 0;
  IF existing_hashes IS NOT NULL AND 2 = ANY (outcomes) THEN
    refusals := audit.write_refusals(
      log, log_head + appended, recorded, hashes, records, positions, outcomes, existing_hashes);
  END IF;

  IF appended + refusals > 0 THEN
    UPDATE audit.log AS l SET head = log_head + appended + refusals, last_recorded_at = recorded WHERE l.log_id = log;
  END IF;
  IF with_versions THEN
    IF all_new THEN
      positions := ARRAY(SELECT generate_series(log_head, log_head + count - 1));
      outcomes := array_fill(0::smallint, ARRAY[count]);
    END IF;
    versions := audit.versions_of(log, log_head, accounts, positions, outcomes);
  END IF;
END
$$;
COMMENT ON FUNCTION audit.append IS
  'Appends a batch to one log: each event once, in order, without a gap. Outcomes: 0 appended, 1 duplicate, 2 conflict; null where all were appended.';

GRANT EXECUTE ON FUNCTION audit.append TO mamaudit_writer;
