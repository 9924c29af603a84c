-- API clients, the keys that sign their tokens, the ledger of issued tokens and the throttle against guessing.
-- All of it is read before the tenant of a request is known, so none of it is behind row-level security.

CREATE TABLE api_client (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  client_id text NOT NULL UNIQUE,
  tenant_id integer NOT NULL REFERENCES tenant (id),
  name text NOT NULL,
  permissions text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  disabled_at timestamptz,
  UNIQUE (tenant_id, name)
);

-- Two secrets can be valid at a time, so that a client can be moved to a new one without an outage. Only the
-- SHA-256 is stored: the secret carries 256 random bits, so a slow hash would protect nothing.
CREATE TABLE api_client_secret (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  api_client_id integer NOT NULL REFERENCES api_client (id) ON DELETE CASCADE,
  secret_sha256 bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  revoked_at timestamptz
);
CREATE INDEX api_client_secret_by_client ON api_client_secret (api_client_id) WHERE revoked_at IS NULL;

-- Every process hears of a changed client at once; a missed notification is covered by the cache's age limit.
CREATE FUNCTION notify_api_client() RETURNS trigger
  LANGUAGE plpgsql
  AS $$ BEGIN PERFORM pg_notify('api_client', NEW.client_id); RETURN NULL; END $$;
CREATE TRIGGER api_client_notify AFTER UPDATE ON api_client FOR EACH ROW EXECUTE FUNCTION notify_api_client();

CREATE TABLE signing_key (
  key_id text PRIMARY KEY,
  algorithm text NOT NULL,
  public_jwk jsonb NOT NULL,
  private_jwk_sealed text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  -- A retired key signs nothing more and stays in the key set until its last token has expired.
  retired_at timestamptz
);

-- One row per client and calendar month (UTC): what the token ledger bills from.
CREATE TABLE token_usage (
  tenant_id integer NOT NULL REFERENCES tenant (id),
  month date NOT NULL,
  api_client_id integer NOT NULL REFERENCES api_client (id),
  issued integer NOT NULL,
  last_issued_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, month, api_client_id)
);

-- Failed token requests of the last minutes. The subject is a hash: an address is personal data. Unlogged:
-- losing it in a crash costs an attacker's counter, writing it durably would let a guesser buy disk writes.
CREATE UNLOGGED TABLE token_failure (
  subject bytea NOT NULL,
  failed_at timestamptz NOT NULL
);
CREATE INDEX token_failure_by_subject ON token_failure (subject, failed_at);
