-- Tenants can be on several servers, each tenant with all its rows on one of them. Every server has all tables.

-- Which server has a tenant, if it is not the first one. Only the first server has rows here. Its other tables have nothing of these
-- tenants; the row in `tenant` is on the server of the tenant.
CREATE TABLE placed_tenant (
  id integer PRIMARY KEY,
  -- As in the table `tenant` of the server, so that no two tenants of the installation have the same key.
  key text NOT NULL CONSTRAINT placed_tenant_key_key UNIQUE CHECK (key ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  -- The name in DATABASE_SERVERS, or "first" during a move.
  server text NOT NULL,
  -- A move that has begun. While there is one, only its command works.
  moving_from text,
  moving_to text,
  CHECK ((moving_from IS NULL) = (moving_to IS NULL)),
  placed_at timestamptz NOT NULL DEFAULT clock_now()
);
COMMENT ON TABLE placed_tenant IS 'Directory of the tenants on other servers. Control plane: no row-level security, read before a tenant is known.';

-- The name of this server in DATABASE_SERVERS. Null on the first server.
ALTER TABLE installation ADD COLUMN server text;
-- Gives each server a range of the ids of API clients, which have no tenant in their key. Null on the first server.
ALTER TABLE installation ADD COLUMN server_number integer CHECK (server_number BETWEEN 1 AND 100);

-- Keys are unique over both tables. The lock makes two creations with the same key wait for each other.
CREATE FUNCTION refuse_placed_tenant_key() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock(7146510238);
    IF EXISTS (SELECT FROM placed_tenant WHERE key = NEW.key) THEN
      RAISE unique_violation USING MESSAGE = 'A tenant on another server has this key.', TABLE = 'tenant', CONSTRAINT = 'tenant_key_key';
    END IF;
    RETURN NEW;
  END
  $$;
CREATE TRIGGER tenant_placed_key BEFORE INSERT OR UPDATE OF key ON tenant FOR EACH ROW EXECUTE FUNCTION refuse_placed_tenant_key();

CREATE FUNCTION refuse_own_tenant_key() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock(7146510238);
    IF EXISTS (SELECT FROM tenant WHERE key = NEW.key AND id <> NEW.id) THEN
      RAISE unique_violation USING MESSAGE = 'A tenant on this server has this key.', TABLE = 'placed_tenant', CONSTRAINT = 'placed_tenant_key_key';
    END IF;
    RETURN NEW;
  END
  $$;
CREATE TRIGGER placed_tenant_own_key BEFORE INSERT OR UPDATE OF key ON placed_tenant FOR EACH ROW EXECUTE FUNCTION refuse_own_tenant_key();
