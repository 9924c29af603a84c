-- What every later migration stands on: the service's clock, the text form of a time, tenants and the
-- second wall between them.

-- The only clock of the data. A function rather than clock_timestamp() itself, so that a test can put its
-- own in place and hold a transaction open across the end of a window without waiting for the hour.
CREATE FUNCTION clock_now() RETURNS timestamptz
  LANGUAGE sql VOLATILE PARALLEL SAFE
  AS $$ SELECT clock_timestamp() $$;

-- ISO 8601 in UTC with milliseconds, the one form in which the API writes a time. STABLE because to_char
-- is; it reads no setting, since the value is moved to UTC first.
CREATE FUNCTION utc(at timestamptz) RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

CREATE TABLE tenant (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text NOT NULL UNIQUE CHECK (key ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  name text NOT NULL,
  -- Sealed with the master key: signs the tenant's webhook calls.
  webhook_secret_sealed text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_now()
);
COMMENT ON TABLE tenant IS 'A staffing firm. Control plane: no row-level security, read before a tenant is known.';

-- The tenant the connection works for, or NULL, which matches no row.
CREATE FUNCTION current_tenant_id() RETURNS integer
  LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT NULLIF(current_setting('app.tenant_id', true), '')::integer $$;

-- The second wall. Queries name their tenant themselves; if one forgets, the policy still hides every other
-- tenant's rows. FORCE, because the service owns its tables and owners are exempt otherwise. Operators that
-- are not leakproof (LIKE, lower(), trigram) cannot use an index behind a policy: match on stored columns
-- with = instead.
CREATE PROCEDURE protect_tenant_table(table_name regclass)
  LANGUAGE plpgsql
  AS $$
  BEGIN
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', table_name);
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', table_name);
    EXECUTE format(
      'CREATE POLICY tenant_wall ON %s USING (tenant_id = current_tenant_id()) WITH CHECK (tenant_id = current_tenant_id())',
      table_name);
  END
  $$;
