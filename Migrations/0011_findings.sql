-- Findings: what the rules have found, with the instants of its life, also those that lie ahead.
--
-- A reader decides by the instant that it asks about: open is opened_at <= T and (closed_at is null or > T), and not
-- superseded. The tables are kept up with the read models of their owner: an account with the rules over one account,
-- a device with those over an installation and over the device.

SET LOCAL ROLE mamaudit_projector;

-- Which version of the fold and of the rules made the rows: a program with another one makes them anew.
ALTER TABLE projection.checkpoint ADD COLUMN version int NOT NULL DEFAULT 0;

CREATE TABLE projection.account_finding (
    log_id     int         NOT NULL,
    owner_id   int         NOT NULL,    -- the account whose events were judged
    finding    text        NOT NULL COLLATE "C",   -- sixteen hexadecimal digits, the same after every rebuild
    rule       text        NOT NULL COLLATE "C",
    severity   text        NOT NULL COLLATE "C",   -- violation, warning, note: by the parameters in force
    account    text        COLLATE "C", -- whom it is about: object id in lower case, or upn:NAME
    app_id     int,
    device_id  int,
    opened_at  timestamptz NOT NULL,    -- of a deadline rule: the deadline
    opened_by  bigint      NOT NULL,    -- the position of the event that started the clock or completed the pattern
    due_at     timestamptz,
    closed_at  timestamptz,
    closed_by  bigint,
    ended      text        COLLATE "C" CHECK (ended IN ('resolved', 'acknowledged', 'superseded')),
    reason     text        NOT NULL,
    parameters jsonb       NOT NULL,
    PRIMARY KEY (log_id, owner_id, finding),
    CHECK ((ended IS NULL) = (closed_at IS NULL))
) PARTITION BY LIST (log_id);

CREATE INDEX account_finding_id ON projection.account_finding (log_id, finding);
CREATE INDEX account_finding_account ON projection.account_finding (log_id, account, opened_at);
CREATE INDEX account_finding_open ON projection.account_finding (log_id, opened_at) WHERE closed_at IS NULL;

-- The same of devices: here the owner is the device whose events were judged.
CREATE TABLE projection.device_finding (LIKE projection.account_finding INCLUDING ALL) PARTITION BY LIST (log_id);

CREATE VIEW projection.finding AS
    SELECT
        log_id, finding, rule, severity, account, app_id, device_id, opened_at, opened_by, due_at, closed_at, closed_by,
        ended, reason, parameters
    FROM projection.account_finding
    UNION ALL
    SELECT
        log_id, finding, rule, severity, account, app_id, device_id, opened_at, opened_by, due_at, closed_at, closed_by,
        ended, reason, parameters
    FROM projection.device_finding;

COMMENT ON TABLE projection.account_finding IS 'Findings of the rules over one account.';
COMMENT ON TABLE projection.device_finding IS 'Findings of the rules over an installation and over a device.';
COMMENT ON VIEW projection.finding IS 'All findings.';
