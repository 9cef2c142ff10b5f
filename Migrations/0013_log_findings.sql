-- Findings about a log itself: gaps in what its sources number, verifications, dates, refusals, imports.

SET LOCAL ROLE mamaudit_projector;

CREATE TABLE projection.log_finding (
    LIKE projection.account_finding INCLUDING ALL,
    part bigint NOT NULL    -- G1: the source, as in log_source; G3: the account of the row; else 0
) PARTITION BY LIST (log_id);

-- The owner is the log itself, which has no number but its own.
ALTER TABLE projection.log_finding ALTER COLUMN owner_id SET DEFAULT 0, ADD CHECK (owner_id = 0);

CREATE INDEX log_finding_part ON projection.log_finding (log_id, rule, part);

-- What is known of each source that numbers its events: enough to go on from when its next ones come in order.
CREATE TABLE projection.log_source (
    log_id        int         NOT NULL,
    source        bigint      NOT NULL,    -- the first eight bytes of the SHA-256 of its name
    first_number  bigint      NOT NULL,
    last_number   bigint      NOT NULL,
    gaps          jsonb       NOT NULL,    -- what is missing between: [first, last, position of the event that told]
    last_at       timestamptz NOT NULL,    -- its last event in fold order: when it counts,
    last_position bigint      NOT NULL,    -- and where it is
    events        bigint      NOT NULL,
    PRIMARY KEY (log_id, source)
) PARTITION BY LIST (log_id);

CREATE OR REPLACE VIEW projection.finding AS
    SELECT
        log_id, finding, rule, severity, account, app_id, device_id, opened_at, opened_by, due_at, closed_at, closed_by,
        ended, reason, parameters
    FROM projection.account_finding
    UNION ALL
    SELECT
        log_id, finding, rule, severity, account, app_id, device_id, opened_at, opened_by, due_at, closed_at, closed_by,
        ended, reason, parameters
    FROM projection.device_finding
    UNION ALL
    SELECT
        log_id, finding, rule, severity, account, app_id, device_id, opened_at, opened_by, due_at, closed_at, closed_by,
        ended, reason, parameters
    FROM projection.log_finding;

COMMENT ON TABLE projection.log_finding IS 'Findings of the rules over the log itself.';
COMMENT ON TABLE projection.log_source IS 'The numbers of the sources that number their events.';
