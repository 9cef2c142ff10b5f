-- Rollups: what each day (UTC) saw, counted when the read models move, so that a dashboard reads days and not events.
--
-- Rollups of events grow by what a run brings. Those of rows that a run replaces (findings, wipes, the days of accounts)
-- follow from the rows before and after: triggers note what has gone and what has come, and the run nets the notes at
-- its end and adds the rest. A missing app is 0, a missing text '', a missing code 2147483648 (a code has 32 bits), so
-- that every key is whole.

SET LOCAL ROLE mamaudit_owner;

GRANT CREATE ON SCHEMA audit TO mamaudit_viewer;
GRANT EXECUTE ON FUNCTION audit.record_json, audit.record_attributes TO mamaudit_projector;

SET LOCAL ROLE mamaudit_viewer;

-- The versions stand in the envelope. Before the first "data": of a record without a backslash or a second brace there
-- every quote begins or ends a text, so "appversion":" can be nothing but that attribute, and two searches tell it. All
-- other records are read as JSON, which takes ten times as long.
CREATE VIEW audit.releases AS
    SELECT
        e.log_id,
        e.position,
        e.type,
        e.code,
        e.app_id,
        e.occurred_at,
        e.recorded_at,
        CASE
            WHEN h.is_flat AND strpos(h.head, '"appversion":"') > 0
                THEN split_part(split_part(h.head, '"appversion":"', 2), '"', 1)
            WHEN strpos(e.record, 'appversion') > 0 OR strpos(e.record, '\u') > 0
                THEN audit.record_attributes(e.record) ->> 'appversion'
        END AS app_version,
        CASE
            WHEN h.is_flat AND strpos(h.head, '"sdkversion":"') > 0
                THEN split_part(split_part(h.head, '"sdkversion":"', 2), '"', 1)
            WHEN strpos(e.record, 'sdkversion') > 0 OR strpos(e.record, '\u') > 0
                THEN audit.record_attributes(e.record) ->> 'sdkversion'
        END AS sdk_version
    FROM audit.event AS e
    CROSS JOIN LATERAL (
        SELECT t.head, strpos(t.head, '\') = 0 AND strpos(substr(t.head, 2), '{') = 0 AS is_flat
        FROM (SELECT split_part(e.record, '"data":', 1) AS head OFFSET 0) AS t
        OFFSET 0
    ) AS h;
COMMENT ON VIEW audit.releases IS 'The versions of app and SDK that an event came from.';

GRANT SELECT ON audit.releases TO mamaudit_projector;

SET LOCAL ROLE mamaudit_owner;

REVOKE CREATE ON SCHEMA audit FROM mamaudit_viewer;

SET LOCAL ROLE mamaudit_projector;

-- What a finding's opening event says of versions, so that a report needs not open its record.
ALTER TABLE projection.account_finding ADD COLUMN app_version text, ADD COLUMN sdk_version text;
ALTER TABLE projection.device_finding ADD COLUMN app_version text, ADD COLUMN sdk_version text;
ALTER TABLE projection.log_finding ADD COLUMN app_version text, ADD COLUMN sdk_version text;

CREATE OR REPLACE VIEW projection.finding AS
    SELECT
        log_id, finding, rule, severity, account, app_id, device_id, opened_at, opened_by, due_at, closed_at, closed_by,
        ended, reason, parameters, app_version, sdk_version
    FROM projection.account_finding
    UNION ALL
    SELECT
        log_id, finding, rule, severity, account, app_id, device_id, opened_at, opened_by, due_at, closed_at, closed_by,
        ended, reason, parameters, app_version, sdk_version
    FROM projection.device_finding
    UNION ALL
    SELECT
        log_id, finding, rule, severity, account, app_id, device_id, opened_at, opened_by, due_at, closed_at, closed_by,
        ended, reason, parameters, app_version, sdk_version
    FROM projection.log_finding;

-- The status of an account at the end of a day on which it became another: what --as-of says of the day's last instant.
CREATE TABLE projection.account_day (
    log_id     int  NOT NULL,
    account_id int  NOT NULL,
    day        date NOT NULL,
    status     text COLLATE "C",    -- null: the account is none any more, since its UPN is known to be another's
    previous   text COLLATE "C",    -- at the end of the day before; null: there was no account
    PRIMARY KEY (log_id, account_id, day),
    CHECK (status IS DISTINCT FROM previous)
) PARTITION BY LIST (log_id);

CREATE TABLE projection.daily_event (
    log_id  int      NOT NULL,
    day     date     NOT NULL,      -- on which the events count
    type    smallint NOT NULL,
    code    bigint   NOT NULL,
    app_id  int      NOT NULL,
    events  bigint   NOT NULL,
    denials bigint   NOT NULL,      -- of them: tokens denied for want of app protection
    PRIMARY KEY (log_id, day, type, code, app_id)
);

CREATE TABLE projection.daily_release (
    log_id             int    NOT NULL,
    day                date   NOT NULL,
    app_id             int    NOT NULL,
    app_version        text   NOT NULL COLLATE "C",
    sdk_version        text   NOT NULL COLLATE "C",
    enrollments        bigint NOT NULL,
    enrollments_failed bigint NOT NULL,
    compliance_results bigint NOT NULL,
    compliance_failed  bigint NOT NULL,
    wipes_completed    bigint NOT NULL,
    wipes_failed       bigint NOT NULL,
    findings_opened    bigint NOT NULL,
    PRIMARY KEY (log_id, app_id, app_version, sdk_version, day)
);

-- A run looks for the rows that have come to nothing here: outside of it there are none.
CREATE INDEX daily_release_nothing ON projection.daily_release (log_id)
    WHERE enrollments = 0
        AND enrollments_failed = 0
        AND compliance_results = 0
        AND compliance_failed = 0
        AND wipes_completed = 0
        AND wipes_failed = 0
        AND findings_opened = 0;

-- The tables below keep a balance: what is open when the day ends. A day without a change has no row. Within a run the
-- balance of a row that has changed is unknown until all changes are in; outside of it there is no such row.
CREATE TABLE projection.daily_finding (
    log_id      int    NOT NULL,
    rule        text   NOT NULL COLLATE "C",
    severity    text   NOT NULL COLLATE "C",
    app_id      int    NOT NULL,
    day         date   NOT NULL,
    opened      bigint NOT NULL,
    closed      bigint NOT NULL,
    open_at_end bigint,
    PRIMARY KEY (log_id, rule, severity, app_id, day)
);

CREATE INDEX daily_finding_unknown ON projection.daily_finding (log_id) WHERE open_at_end IS NULL;
CREATE INDEX daily_finding_day ON projection.daily_finding (log_id, day);

CREATE TABLE projection.daily_wipe (
    log_id             int    NOT NULL,
    app_id             int    NOT NULL,
    origin             text   NOT NULL COLLATE "C",
    day                date   NOT NULL,
    requested          bigint NOT NULL,
    began              bigint NOT NULL,     -- the requested, and those of which only reports are known
    completed          bigint NOT NULL,
    failed             bigint NOT NULL,
    completed_in_24h   bigint NOT NULL,
    time_to_complete_s bigint NOT NULL,
    open_at_end        bigint,
    PRIMARY KEY (log_id, app_id, origin, day)
);

CREATE INDEX daily_wipe_unknown ON projection.daily_wipe (log_id) WHERE open_at_end IS NULL;

CREATE TABLE projection.daily_status (
    log_id   int    NOT NULL,
    status   text   NOT NULL COLLATE "C",
    day      date   NOT NULL,
    change   bigint NOT NULL,
    accounts bigint,
    PRIMARY KEY (log_id, status, day)
);

CREATE INDEX daily_status_unknown ON projection.daily_status (log_id) WHERE accounts IS NULL;

COMMENT ON TABLE projection.account_day IS 'Accounts: the days on which their status changed.';
COMMENT ON TABLE projection.daily_event IS 'Events by day, type, code and app.';
COMMENT ON TABLE projection.daily_release IS 'Outcomes by day, app, version of the app and version of the SDK.';
COMMENT ON TABLE projection.daily_finding IS 'Findings by day, rule, severity and app; superseded ones do not count.';
COMMENT ON TABLE projection.daily_wipe IS 'Wipes by day, app and origin.';
COMMENT ON TABLE projection.daily_status IS 'Accounts by day and status.';

-- The notes: rows that have gone (n is -1) and that have come (1), as far as they count. They are there within a
-- transaction alone, so a crash can lose nothing of them.
CREATE UNLOGGED TABLE projection.finding_note (
    log_id      int         NOT NULL,
    rule        text        NOT NULL COLLATE "C",
    severity    text        NOT NULL COLLATE "C",
    app_id      int,
    app_version text        COLLATE "C",
    sdk_version text        COLLATE "C",
    opened_at   timestamptz NOT NULL,
    closed_at   timestamptz,
    n           int         NOT NULL
);

CREATE UNLOGGED TABLE projection.wipe_note (
    log_id       int  NOT NULL,
    app_id       int,
    origin       text COLLATE "C",
    requested_at timestamptz,
    received_at  timestamptz,
    handled_at   timestamptz,
    failed_at    timestamptz,
    completed_at timestamptz,
    n            int  NOT NULL
);

CREATE UNLOGGED TABLE projection.status_note (
    log_id   int  NOT NULL,
    day      date NOT NULL,
    status   text COLLATE "C",
    previous text COLLATE "C",
    n        int  NOT NULL
);

COMMENT ON TABLE projection.finding_note IS 'What a run has changed in the findings, until it is counted.';
COMMENT ON TABLE projection.wipe_note IS 'What a run has changed in the wipes, until it is counted.';
COMMENT ON TABLE projection.status_note IS 'What a run has changed in the days of accounts, until it is counted.';

CREATE FUNCTION projection.note_findings() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF TG_OP IN ('UPDATE', 'DELETE') THEN
        INSERT INTO projection.finding_note
            SELECT log_id, rule, severity, app_id, app_version, sdk_version, opened_at, closed_at, -1
            FROM gone
            WHERE ended IS DISTINCT FROM 'superseded';
    END IF;
    IF TG_OP IN ('INSERT', 'UPDATE') THEN
        INSERT INTO projection.finding_note
            SELECT log_id, rule, severity, app_id, app_version, sdk_version, opened_at, closed_at, 1
            FROM came
            WHERE ended IS DISTINCT FROM 'superseded';
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION projection.note_wipes() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF TG_OP IN ('UPDATE', 'DELETE') THEN
        INSERT INTO projection.wipe_note
            SELECT log_id, app_id, origin, requested_at, received_at, handled_at, failed_at, completed_at, -1
            FROM gone;
    END IF;
    IF TG_OP IN ('INSERT', 'UPDATE') THEN
        INSERT INTO projection.wipe_note
            SELECT log_id, app_id, origin, requested_at, received_at, handled_at, failed_at, completed_at, 1
            FROM came;
    END IF;
    RETURN NULL;
END
$$;

CREATE FUNCTION projection.note_account_days() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
    IF TG_OP IN ('UPDATE', 'DELETE') THEN
        INSERT INTO projection.status_note
            SELECT log_id, day, status, previous, -1
            FROM gone;
    END IF;
    IF TG_OP IN ('INSERT', 'UPDATE') THEN
        INSERT INTO projection.status_note
            SELECT log_id, day, status, previous, 1
            FROM came;
    END IF;
    RETURN NULL;
END
$$;

COMMENT ON FUNCTION projection.note_findings IS 'Notes what a statement has changed in findings.';
COMMENT ON FUNCTION projection.note_wipes IS 'Notes what a statement has changed in wipes.';
COMMENT ON FUNCTION projection.note_account_days IS 'Notes what a statement has changed in the days of accounts.';

-- On the tables and not on their partitions: all statements name the tables.
DO $$
DECLARE
    noted record;
BEGIN
    FOR noted IN
        VALUES
            ('account_finding', 'note_findings'), ('device_finding', 'note_findings'), ('log_finding', 'note_findings'),
            ('wipe', 'note_wipes'), ('account_day', 'note_account_days')
    LOOP
        EXECUTE format(
            'CREATE TRIGGER note_came AFTER INSERT ON projection.%1$I
                 REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION projection.%2$I();
             CREATE TRIGGER note_changed AFTER UPDATE ON projection.%1$I
                 REFERENCING OLD TABLE AS gone NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION projection.%2$I();
             CREATE TRIGGER note_gone AFTER DELETE ON projection.%1$I
                 REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION projection.%2$I();',
            noted.column1, noted.column2);
    END LOOP;
END
$$;
