-- What strangers have used of the job portal: forms and CVs per address, submissions per form, and kept files. Not behind
-- row-level security, because the limits of an address apply across tenants.

-- The subject is a keyed hash of an address or of the token of a form; only the shares of the limits for all addresses have
-- plain names. A row counts one window of time and is constant in size. Unlogged: losing it in a crash only starts the windows
-- again, and writing it durably would let strangers buy disk writes.
CREATE UNLOGGED TABLE portal_use (
  subject bytea PRIMARY KEY,
  uses integer NOT NULL,
  bytes bigint NOT NULL,
  ends_at timestamptz NOT NULL
);
CREATE INDEX portal_use_by_end ON portal_use (ends_at);
