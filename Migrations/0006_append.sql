-- audit.append: the one way in.
--
-- Its plans are pinned by the settings of the functions, because a plan made while a table is empty would stay: the
-- only way left to look a key up is the index that leads with the key ("log_id + 0" closes the others), and the only
-- join left is the nested loop over that index. Batches come as arrays, and are unnested in the target list.

SET LOCAL ROLE mamaudit_owner;

-- An instant as the records and the canonical form write it.
CREATE FUNCTION audit.rfc3339(instant timestamptz) RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
RETURN to_char(instant AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');

-- A whole number in the canonical form: no trailing zeros, an exponent in their place.
CREATE FUNCTION audit.canonical_integer(number bigint) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp
RETURN CASE
  WHEN number % 10 <> 0 OR number = 0 THEN number::text
  ELSE rtrim(number::text, '0') || 'e' || (length(number::text) - length(rtrim(number::text, '0')))::text
END;

-- A record as jsonb. What jsonb cannot hold (the escape of NUL, half a surrogate pair, a number beyond numeric) is
-- kept in the record all the same; here it gives null.
CREATE FUNCTION audit.record_json(record text) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  -- An exception block costs more than the cast; most records can need none.
  IF strpos(record, '\u') = 0 AND length(record) < 100000 AND record !~ '[0-9][eE][-+]?[0-9]{4}' THEN
    RETURN record::jsonb;
  END IF;
  BEGIN
    RETURN record::jsonb;
  EXCEPTION WHEN data_exception OR program_limit_exceeded THEN
    RETURN NULL;
  END;
END
$$;

-- The envelope of a record, its data left aside: the attributes hold neither NUL nor half a surrogate pair.
CREATE FUNCTION audit.record_attributes(record text) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  RETURN coalesce(
    audit.record_json(record),
    regexp_replace(
      regexp_replace(
        record,
        '(?<!\\)((?:\\\\)*)(?:\\u0000|\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2})',
        '\1?', 'g'),
      '([eE][-+]?)[0-9]{4,}', '\10', 'g')::jsonb) - 'data';
END
$$;

-- What a batch claims, checked without the log's lock: lengths, numbers in range, no type of the log's own.
CREATE FUNCTION audit.check_batch(
  log integer, count integer, types smallint[], accounts integer[], apps integer[], devices integer[],
  disclosed integer[], linked integer[], linked_aliases integer[], lengths integer[]
) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  bad text;
BEGIN
  IF count = 0 OR count <> ANY (lengths) THEN
    RAISE EXCEPTION USING ERRCODE = 'MA002', MESSAGE = 'the arrays of a batch must have one length, of at least 1';
  END IF;

  SELECT min(t.name) INTO bad FROM audit.event_type AS t WHERE t.type = ANY (types) AND t.chapter = 'log';
  IF bad IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'MA003', MESSAGE = format('events of type %s are written by the log alone', bad);
  END IF;

  SELECT min(g.type)::text INTO bad
    FROM (SELECT unnest(types) AS type GROUP BY 1) AS g
    WHERE NOT EXISTS (SELECT FROM audit.event_type AS t WHERE t.type = g.type)
      AND NOT EXISTS (SELECT FROM audit.extension_type AS x WHERE x.log_id = log AND x.type = g.type);
  IF bad IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'MA002', MESSAGE = format('there is no event type %s in log %s', bad, log);
  END IF;

  SELECT string_agg(c.kind, ', ') INTO bad
    FROM (SELECT min(n.account) AS account_low, max(n.account) AS account_high,
                 min(n.app) AS app_low, max(n.app) AS app_high, min(n.device) AS device_low, max(n.device) AS device_high
            FROM (SELECT unnest(accounts || linked_aliases) AS account, unnest(apps) AS app, unnest(devices) AS device) AS n) AS s,
         audit.name_counter AS c
    WHERE c.log_id = log
      AND CASE c.kind
            WHEN 'account' THEN s.account_low < 1 OR s.account_high >= c.next
            WHEN 'app' THEN s.app_low < 1 OR s.app_high >= c.next
            WHEN 'device' THEN s.device_low < 1 OR s.device_high >= c.next
            ELSE false
          END;
  IF bad IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'MA002', MESSAGE = format('the batch has a number that log %s never gave: %s', log, bad);
  END IF;

  IF EXISTS (SELECT FROM unnest(disclosed || linked) AS event WHERE event NOT BETWEEN 1 AND count) THEN
    RAISE EXCEPTION USING ERRCODE = 'MA002', MESSAGE = 'a disclosure or link names an event that is not in the batch';
  END IF;
END
$$;

-- Each event's place and outcome, under the log's lock: what is there already, or earlier in the batch, is compared.
CREATE FUNCTION audit.compare_batch(
  log integer, head bigint, keys uuid[], hashes bytea[], accounts integer[],
  OUT positions bigint[], OUT outcomes smallint[], OUT existing_hashes bytea[], OUT appended integer
)
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
  SET plan_cache_mode = force_generic_plan SET work_mem = '64MB' SET jit = off SET max_parallel_workers_per_gather = 0
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
BEGIN
  SELECT array_agg(c.position ORDER BY c.ord),
         array_agg((CASE WHEN c.is_new THEN 0 WHEN c.is_same THEN 1 ELSE 2 END)::smallint ORDER BY c.ord),
         array_agg(CASE WHEN NOT c.is_new AND NOT c.is_same THEN c.first_hash END ORDER BY c.ord),
         count(*) FILTER (WHERE c.is_new)
    INTO positions, outcomes, existing_hashes, appended
    FROM (
      SELECT o.ord, o.is_new, o.first_hash,
             coalesce(o.old_position, first_value(o.new_position) OVER same_key) AS position,
             o.hash = o.first_hash
               AND (o.account IS NOT DISTINCT FROM o.first_account
                 -- The name of an erased alias gets another number when it comes again.
                 OR ((SELECT num_nonnulls(a.object_id, a.upn_key) = 0 FROM audit.account AS a
                        WHERE a.log_id = log AND a.account_id = o.first_account)
                   AND (SELECT a.upn_key IS NOT NULL FROM audit.account AS a
                          WHERE a.log_id = log AND a.account_id = o.account)) IS TRUE) AS is_same
        FROM (
          SELECT p.*,
                 CASE WHEN p.is_new THEN head - 1 + count(*) FILTER (WHERE p.is_new) OVER (ORDER BY p.ord) END AS new_position,
                 CASE WHEN p.old_position IS NULL THEN first_value(p.hash) OVER k ELSE p.old_hash END AS first_hash,
                 CASE WHEN p.old_position IS NULL THEN first_value(p.account) OVER k ELSE p.old_account END AS first_account
            FROM (
              SELECT b.ord, b.key, b.hash, b.account,
                     e.position AS old_position, e.content_hash AS old_hash, e.account_id AS old_account,
                     e.position IS NULL AND row_number() OVER (PARTITION BY b.key ORDER BY b.ord) = 1 AS is_new
                FROM (SELECT generate_series(1, cardinality(keys)) AS ord, unnest(keys) AS key,
                             unnest(hashes) AS hash, unnest(accounts) AS account) AS b
                -- OFFSET 0: one probe a key, whatever the planner believes of the table.
                LEFT JOIN LATERAL (
                  SELECT x.position, x.content_hash, x.account_id FROM audit.event AS x
                    WHERE x.event_key = b.key AND x.log_id + 0 = log OFFSET 0
                ) AS e ON true
            ) AS p
          WINDOW k AS (PARTITION BY p.key ORDER BY p.ord)
        ) AS o
      WINDOW same_key AS (PARTITION BY o.key ORDER BY o.ord)
    ) AS c;
END
$$;

-- Fails with MA001 unless each account has the version that the caller knows. Only the accounts that something
-- would be appended to count, and a null expects nothing.
CREATE FUNCTION audit.check_versions(
  log integer, accounts integer[], outcomes smallint[], expected_accounts integer[], expected_versions bigint[]
) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
  SET plan_cache_mode = force_generic_plan SET jit = off SET enable_seqscan = off SET enable_bitmapscan = off
AS $$
DECLARE
  appended_accounts integer[];
  wrong record;
BEGIN
  SELECT array_agg(DISTINCT b.account) INTO appended_accounts
    FROM (SELECT unnest(accounts) AS account, unnest(outcomes) AS outcome) AS b WHERE b.outcome = 0;
  SELECT w.account, w.expected, w.found INTO wrong
    FROM (SELECT x.account, x.expected, x.ord,
                 (SELECT count(*) - 1 FROM audit.event AS e WHERE e.log_id = log AND e.account_id = x.account) AS found
            FROM unnest(expected_accounts, expected_versions) WITH ORDINALITY AS x (account, expected, ord)
            WHERE x.expected IS NOT NULL AND x.account = ANY (appended_accounts)) AS w
    WHERE w.found <> w.expected ORDER BY w.ord LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION USING
      ERRCODE = 'MA001',
      MESSAGE = format('wrong expected version: expected %s, found %s', wrong.expected, wrong.found),
      DETAIL = jsonb_build_object('account', wrong.account, 'expected', wrong.expected, 'found', wrong.found)::text,
      HINT = 'Read the account again and decide anew; nothing was written.';
  END IF;
END
$$;

-- Each event's ordinal among its account's, from 0; null for a conflict and for an event without an account.
-- `head` is the log's size before the call: the events below it are counted once an account.
CREATE FUNCTION audit.versions_of(
  log integer, head bigint, accounts integer[], positions bigint[], outcomes smallint[]
) RETURNS bigint[]
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
  SET plan_cache_mode = force_generic_plan SET work_mem = '64MB' SET jit = off SET max_parallel_workers_per_gather = 0
  SET enable_seqscan = off SET enable_bitmapscan = off
AS $$
DECLARE
  versions bigint[];
BEGIN
  SELECT array_agg(
           CASE WHEN c.is_old THEN c.before ELSE c.before_call + c.rank END ORDER BY c.ord)
    INTO versions
    FROM (
      SELECT r.ord, r.is_old, r.before, r.rank, max(r.before) FILTER (WHERE NOT r.is_old) OVER (PARTITION BY r.account) AS before_call
        FROM (
          SELECT n.ord, n.account, n.is_old, n.rank,
                 CASE WHEN n.account IS NOT NULL AND (n.is_old OR n.nth = 1) THEN
                   (SELECT count(*) FROM audit.event AS e
                      WHERE e.log_id = log AND e.account_id = n.account AND e.position < least(n.position, head))
                 END AS before
            FROM (
              SELECT b.ord, b.account, b.position, b.is_old,
                     row_number() OVER (PARTITION BY b.account, b.is_old ORDER BY b.position, b.ord) AS nth,
                     dense_rank() OVER (PARTITION BY b.account, b.is_old ORDER BY b.position) - 1 AS rank
                FROM (
                  SELECT u.ord, u.position, u.position < head AS is_old, CASE WHEN u.outcome <> 2 THEN u.account END AS account
                    FROM (SELECT generate_series(1, cardinality(positions)) AS ord, unnest(positions) AS position,
                                 unnest(accounts) AS account, unnest(outcomes) AS outcome) AS u
                ) AS b
            ) AS n
        ) AS r
    ) AS c;
  RETURN versions;
END
$$;

-- Writes log.conflict.refused for each conflict of a call, once for each pair of contents, from `next_position` on,
-- and returns how many. Record, key and content hash are what the program derives from the same record.
CREATE FUNCTION audit.write_refusals(
  log integer, next_position bigint, recorded timestamptz,
  hashes bytea[], records text[], positions bigint[], outcomes smallint[], existing_hashes bytea[]
) RETURNS integer
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
  SET plan_cache_mode = force_generic_plan SET jit = off SET enable_seqscan = off SET enable_bitmapscan = off
AS $$
DECLARE
  conflict record;
  tenant_text text := (SELECT l.tenant::text FROM audit.log AS l WHERE l.log_id = log);
  refusal_source text := 'urn:mamaudit:' || tenant_text;
  refusal_id text;
  refusal_key uuid;
  time_text text := audit.rfc3339(recorded);
  attributes jsonb;
  written integer := 0;
BEGIN
  FOR conflict IN
    SELECT c.hash, c.record, c.position, c.existing_hash
      FROM (SELECT unnest(hashes) AS hash, unnest(records) AS record, unnest(positions) AS position,
                   unnest(existing_hashes) AS existing_hash, unnest(outcomes) AS outcome) AS c
      WHERE c.outcome = 2
  LOOP
    refusal_id := encode(sha256(conflict.existing_hash || conflict.hash), 'hex');
    refusal_key := encode(
      substr(sha256(convert_to(refusal_source, 'UTF8') || '\x00'::bytea || convert_to(refusal_id, 'UTF8')), 1, 16), 'hex')::uuid;
    CONTINUE WHEN EXISTS (SELECT FROM audit.event AS e WHERE e.event_key = refusal_key AND e.log_id + 0 = log);

    attributes := audit.record_attributes(conflict.record || '}');
    INSERT INTO audit.event
        (log_id, position, occurred_at, recorded_at, event_key, flags, type, facts, content_hash, record)
      VALUES (
        log, next_position + written, recorded, recorded, refusal_key, 0,
        (SELECT t.type FROM audit.event_type AS t WHERE t.name = 'log.conflict.refused'), '',
        sha256(convert_to(
          format(
            '{"data":{"existingHash":"%s","existingPosition":%s,"id":%s,"refusedHash":"%s","source":%s},'
            '"id":"%s","source":"%s","specversion":"1.0","tenantid":"%s","time":"%s","type":"log.conflict.refused"}',
            encode(conflict.existing_hash, 'hex'), audit.canonical_integer(conflict.position), attributes -> 'id',
            encode(conflict.hash, 'hex'), attributes -> 'source', refusal_id, refusal_source, tenant_text, time_text),
          'UTF8')),
        format(
          '{"specversion":"1.0","id":"%s","source":"%s","type":"log.conflict.refused","time":"%s","tenantid":"%s",'
          '"data":{"source":%s,"id":%s,"existingHash":"%s","refusedHash":"%s","existingPosition":%s},"recordedtime":"%s"}',
          refusal_id, refusal_source, time_text, tenant_text, attributes -> 'source', attributes -> 'id',
          encode(conflict.existing_hash, 'hex'), encode(conflict.hash, 'hex'), conflict.position, time_text));
    written := written + 1;
  END LOOP;
  RETURN written;
END
$$;

-- Which events a tenant's log has already, with the same content. An export holds the log's own events too, which
-- append refuses: this tells those of this log from others.
CREATE FUNCTION audit.known_positions(tenant uuid, keys uuid[], hashes bytea[]) RETURNS bigint[]
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
  SELECT array_agg(e.position ORDER BY n.ord)
    FROM unnest(keys, hashes) WITH ORDINALITY AS n (key, hash, ord)
    LEFT JOIN audit.log AS l ON l.tenant = known_positions.tenant
    LEFT JOIN audit.event AS e ON e.event_key = n.key AND e.log_id = l.log_id AND e.content_hash = n.hash
$$;
COMMENT ON FUNCTION audit.known_positions IS 'Of each event its position where it is in the log with the same content, else null.';
GRANT EXECUTE ON FUNCTION audit.known_positions TO mamaudit_writer;

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
    AND NOT EXISTS (SELECT FROM audit.event AS e WHERE e.event_key = ANY (keys) AND e.log_id + 0 = log)
    AND count = (SELECT count(DISTINCT k.key) FROM (SELECT unnest(keys) AS key) AS k);

  SELECT l.head, l.last_recorded_at INTO log_head, last_recorded
    FROM audit.log AS l WHERE l.log_id = log FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION USING ERRCODE = 'MA002', MESSAGE = format('there is no log %s', log);
  END IF;
  recorded := greatest(clock_timestamp(), last_recorded);
  ending := format(',"recordedtime":"%s"}', audit.rfc3339(recorded));

  LOOP
    IF all_new THEN
      appended := count;
      positions := ARRAY(SELECT generate_series(log_head, log_head + count - 1));
      outcomes := array_fill(0::smallint, ARRAY[count]);
    ELSE
      SELECT c.positions, c.outcomes, c.existing_hashes, c.appended
        INTO positions, outcomes, existing_hashes, appended
        FROM audit.compare_batch(log, log_head, keys, hashes, accounts) AS c;
      IF expected_accounts IS NOT NULL THEN
        PERFORM audit.check_versions(log, accounts, outcomes, expected_accounts, expected_versions);
      END IF;
    END IF;
    EXIT WHEN appended = 0;

    BEGIN
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
      EXIT;
    EXCEPTION WHEN unique_violation THEN
      -- Another call appended one of them while this one waited for the lock.
      IF NOT all_new THEN
        RAISE;
      END IF;
      all_new := false;
    END;
  END LOOP;

  IF appended > 0 THEN
    first_position := log_head;
    last_position := log_head + appended - 1;
    IF cardinality(disclosed) > 0 THEN
      INSERT INTO audit.disclosure (log_id, position, ordinal, account_id, path, disclosure)
        SELECT log, positions[d.event], d.ordinal, d.account, d.path, d.disclosure
          FROM (SELECT unnest(disclosed) AS event, unnest(disclosure_ordinals) AS ordinal,
                       unnest(disclosure_accounts) AS account, unnest(disclosure_paths) AS path,
                       unnest(disclosures) AS disclosure) AS d
          WHERE outcomes[d.event] = 0;
    END IF;
    IF cardinality(linked) > 0 THEN
      INSERT INTO audit.link (log_id, alias_id, position, account_id, effective_at)
        SELECT log, k.alias, positions[k.event], accounts[k.event], least(occurred[k.event], recorded)
          FROM (SELECT unnest(linked) AS event, unnest(linked_aliases) AS alias) AS k
          WHERE outcomes[k.event] = 0;
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
    versions := audit.versions_of(log, log_head, accounts, positions, outcomes);
  END IF;
END
$$;
COMMENT ON FUNCTION audit.append IS
  'Appends a batch to one log: each event once, in order, without a gap. Outcomes: 0 appended, 1 duplicate, 2 conflict.';

GRANT EXECUTE ON FUNCTION audit.append TO mamaudit_writer;
