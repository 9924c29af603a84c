-- Stored answers of creating calls, written in the transaction of what they created.

CREATE TABLE idempotent_answer (
  tenant_id integer NOT NULL,
  api_client_id integer NOT NULL,
  -- SHA-256 of the key: keys may carry anything, also personal data.
  key_sha256 bytea NOT NULL,
  request_sha256 bytea NOT NULL,
  status smallint NOT NULL,
  headers jsonb NOT NULL,
  body text NOT NULL,
  answered_at timestamptz NOT NULL DEFAULT clock_now(),
  PRIMARY KEY (tenant_id, api_client_id, key_sha256)
);
CREATE INDEX idempotent_answer_by_age ON idempotent_answer (tenant_id, answered_at);
CALL protect_tenant_table('idempotent_answer');
