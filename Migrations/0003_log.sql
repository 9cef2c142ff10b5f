-- The log: one a tenant, its events, and the small numbers that stand for names in them.
--
-- Every table leads with the log's key and every unique key contains it, so that a tenant can be handed over whole
-- and logs never wait for each other.

SET LOCAL ROLE mamaudit_owner;

CREATE TABLE audit.log (
  log_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant uuid NOT NULL UNIQUE,
  head bigint NOT NULL DEFAULT 0 CHECK (head >= 0),
  last_recorded_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 50);
COMMENT ON COLUMN audit.log.head IS 'The next position: the number of events in the log. The row is the lock of an append.';
COMMENT ON COLUMN audit.log.last_recorded_at IS 'The time of the last append; the next one is never earlier.';

-- The next number of each kind of name. Not in the log's row: names are numbered outside the lock of the append.
CREATE TABLE audit.name_counter (
  log_id integer NOT NULL REFERENCES audit.log,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('account', 'app', 'device', 'extension_type')),
  next integer NOT NULL,
  PRIMARY KEY (log_id, kind)
) WITH (fillfactor = 50);

CREATE TABLE audit.account (
  log_id integer NOT NULL REFERENCES audit.log,
  account_id integer NOT NULL CHECK (account_id > 0),
  object_id uuid,
  upn_key text COLLATE "C",
  PRIMARY KEY (log_id, account_id),
  UNIQUE (log_id, object_id),
  UNIQUE (log_id, upn_key),
  CHECK (num_nonnulls(object_id, upn_key) <= 1)
);
COMMENT ON TABLE audit.account IS
  'An account by its object id, or an alias by its UPN in lower case. An alias whose name was erased has neither.';

CREATE TABLE audit.app (
  log_id integer NOT NULL REFERENCES audit.log,
  app_id integer NOT NULL CHECK (app_id > 0),
  name text COLLATE "C" NOT NULL,
  PRIMARY KEY (log_id, app_id),
  UNIQUE (log_id, name)
);

CREATE TABLE audit.device (
  log_id integer NOT NULL REFERENCES audit.log,
  device_id integer NOT NULL CHECK (device_id > 0),
  name text COLLATE "C" NOT NULL,
  PRIMARY KEY (log_id, device_id),
  UNIQUE (log_id, name)
);

-- Types beyond the catalogue: their names begin with x., and each log numbers its own.
CREATE TABLE audit.extension_type (
  log_id integer NOT NULL REFERENCES audit.log,
  type smallint NOT NULL CHECK (type >= 1024),
  name text COLLATE "C" NOT NULL CHECK (name LIKE 'x.%'),
  PRIMARY KEY (log_id, type),
  UNIQUE (log_id, name)
);

-- No foreign keys here: audit.append, the one way in, checks every number once a batch instead of once a row.
CREATE TABLE audit.event (
  log_id integer NOT NULL,
  account_id integer,
  position bigint NOT NULL,
  occurred_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  event_key uuid NOT NULL,
  app_id integer,
  device_id integer,
  code integer,
  flags integer NOT NULL,
  type smallint NOT NULL,
  content_hash bytea NOT NULL CHECK (octet_length(content_hash) = 32),
  facts bytea NOT NULL,
  record text COLLATE "C" NOT NULL,
  CONSTRAINT event_position PRIMARY KEY (log_id, position),
  -- The key leads, so that no plan prefers another index to look a key up.
  CONSTRAINT event_key UNIQUE (event_key, log_id)
);
CREATE INDEX event_account ON audit.event (log_id, account_id, position);
CREATE INDEX event_installation ON audit.event (log_id, device_id, app_id, position) WHERE account_id IS NULL;
COMMENT ON COLUMN audit.event.position IS '0, 1, 2 … without a gap, in commit order: the leaf index of the tree.';
COMMENT ON COLUMN audit.event.record IS 'One JSON line, as received but for its personal members: the evidence.';
COMMENT ON COLUMN audit.event.facts IS 'What reducers need of data, packed. A pure function of the record.';
COMMENT ON COLUMN audit.event.content_hash IS 'SHA-256 of the canonical form: equal for two events that say the same.';

-- The personal values that stand as digests in the records. The one table of the log that an erasure deletes from.
CREATE TABLE audit.disclosure (
  log_id integer NOT NULL,
  position bigint NOT NULL,
  ordinal smallint NOT NULL,
  account_id integer,
  path text COLLATE "C" NOT NULL,
  disclosure text COLLATE "C" NOT NULL,
  -- By number and not by path: a path is as long as the producer's member names.
  PRIMARY KEY (log_id, position, ordinal)
);
COMMENT ON COLUMN audit.disclosure.account_id IS 'The account that the value is about, where it is about one.';

-- Which object id a UPN belonged to from an event on.
CREATE TABLE audit.link (
  log_id integer NOT NULL,
  alias_id integer NOT NULL,
  position bigint NOT NULL,
  account_id integer NOT NULL,
  effective_at timestamptz NOT NULL,
  PRIMARY KEY (log_id, alias_id, position)
);
CREATE INDEX link_account ON audit.link (log_id, account_id, alias_id);
