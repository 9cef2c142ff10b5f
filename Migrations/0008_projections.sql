-- Read models: one table a projection, one partition a log.
--
-- The projector rebuilds a log beside the live rows and puts the new ones in their place in one transaction, so a
-- reader never sees an empty or half-built table. Everything here can be thrown away and folded again.

SET LOCAL ROLE mamaudit_owner;

GRANT CREATE ON SCHEMA audit TO mamaudit_viewer;

SET LOCAL ROLE mamaudit_viewer;

-- The one kind of disclosure that a read model shows: the UPN of an account, until it is erased.
CREATE VIEW audit.identities AS
    SELECT d.log_id, d.position, d.disclosure
    FROM audit.disclosure AS d
    WHERE d.path = 'data.identity';

GRANT SELECT ON audit.identities TO mamaudit_projector, mamaudit_reader;

SET LOCAL ROLE mamaudit_owner;

REVOKE CREATE ON SCHEMA audit FROM mamaudit_viewer;

SET LOCAL ROLE mamaudit_projector;

CREATE TABLE projection.checkpoint (
    log_id              int         NOT NULL,
    projection          text        NOT NULL,
    through             bigint      NOT NULL,   -- every event below this position is in
    through_recorded_at timestamptz,
    updated_at          timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (log_id, projection)
);

CREATE TABLE projection.account (
    log_id         int         NOT NULL,
    account_id     int         NOT NULL,
    account        text        NOT NULL,        -- object id in lower case, or upn:NAME
    identity       text,                        -- the last UPN given, as received; null once erased
    status         text        NOT NULL,
    installations  bigint      NOT NULL,
    events         bigint      NOT NULL,
    first_event_at timestamptz,
    last_event_at  timestamptz,
    stale          boolean     NOT NULL DEFAULT false,
    PRIMARY KEY (log_id, account_id)
) PARTITION BY LIST (log_id);

CREATE TABLE projection.account_installation (
    log_id           int         NOT NULL,
    account_id       int         NOT NULL,
    app_id           int         NOT NULL,
    device_id        int         NOT NULL,
    registered       boolean     NOT NULL,
    enrollment       text        NOT NULL,
    enrollment_code  bigint,
    policy           text        NOT NULL,
    compliance       text        NOT NULL,
    wipe             text        NOT NULL,
    managed          boolean     NOT NULL,
    blocked          boolean     NOT NULL,
    data_present     boolean,
    last_check_in_at timestamptz,
    next_retry_at    timestamptz,
    events           bigint      NOT NULL,
    last_event_at    timestamptz,
    PRIMARY KEY (log_id, account_id, app_id, device_id)
) PARTITION BY LIST (log_id);

CREATE INDEX account_installation_device ON projection.account_installation (log_id, device_id, app_id);

CREATE TABLE projection.wipe (
    log_id             int         NOT NULL,
    account_id         int         NOT NULL,
    ordinal            int         NOT NULL,    -- the account's courses in order of their opening, from 0
    app_id             int,                     -- null: a request that covers more than one app
    device_id          int,                     -- null: a request that covers more than one device
    origin             text,
    reason_code        bigint,
    why                text,
    request_id         text,
    state              text        NOT NULL,    -- the last of requested, received, handled, completed, failed
    requested_at       timestamptz,
    requested_position bigint,
    received_at        timestamptz,
    handled_at         timestamptz,
    wiped              boolean,
    completed_at       timestamptz,
    failed_at          timestamptz,
    PRIMARY KEY (log_id, account_id, ordinal)
) PARTITION BY LIST (log_id);

CREATE TABLE projection.installation (
    log_id                   int     NOT NULL,
    app_id                   int     NOT NULL,
    device_id                int     NOT NULL,
    ui_identity              text,
    process_identity         text,
    thread_identity          text,
    phase                    text,
    multi_identity           boolean,
    multi_managed_identities boolean,
    auto_enroll_on_launch    boolean,
    policy_required          boolean,
    platform                 text,
    shared_user              text,
    cleanup_pending          jsonb   NOT NULL,  -- accounts, a JSON array of texts
    stale                    boolean NOT NULL DEFAULT false,
    PRIMARY KEY (log_id, app_id, device_id)
) PARTITION BY LIST (log_id);

CREATE TABLE projection.device (
    log_id          int     NOT NULL,
    device_id       int     NOT NULL,
    mode            text    NOT NULL,
    shared_user     text,
    apps            jsonb   NOT NULL,           -- bundle ids, a JSON array of texts
    cleanup_pending jsonb   NOT NULL,           -- bundle id to accounts, a JSON object of arrays
    flagged_reasons jsonb   NOT NULL,           -- a JSON array of texts
    stale           boolean NOT NULL DEFAULT false,
    PRIMARY KEY (log_id, device_id)
) PARTITION BY LIST (log_id);

COMMENT ON TABLE projection.checkpoint IS 'How far each projection of a log has come; moved with the rows it covers.';
COMMENT ON TABLE projection.account IS 'Accounts: their status over their installations.';
COMMENT ON TABLE projection.account_installation IS 'Accounts on installations.';
COMMENT ON TABLE projection.wipe IS 'Wipes and how far each came.';
COMMENT ON TABLE projection.installation IS 'Installations: an app on a device.';
COMMENT ON TABLE projection.device IS 'Devices.';
