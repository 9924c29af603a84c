-- A tenant moves to another server while the service runs. A session holds an advisory lock on the tenant that it has set, so a move
-- that has refused new sessions and holds the lock alone is the only one who sees the rows.

-- Set on the server that a tenant leaves, until its rows are deleted there, and on the one where it arrives, until it is there.
ALTER TABLE tenant ADD COLUMN is_moving boolean NOT NULL DEFAULT false;

-- Sets the tenant of the session and locks it until the session takes another one. Returns false, and leaves the session without a
-- tenant, if the tenant is on another server or on its way. Only services with several servers call it.
CREATE FUNCTION take_tenant(p_tenant_id integer) RETURNS boolean
  LANGUAGE plpgsql VOLATILE
  AS $$
  BEGIN
    PERFORM pg_advisory_unlock_all();
    PERFORM set_config('app.tenant_id', '', false);
    -- A move holds it, or waits for it.
    IF NOT pg_try_advisory_lock_shared(714651, p_tenant_id) THEN RETURN false; END IF;
    -- In this order: whoever finds no move here has the lock for which a later move waits.
    IF NOT EXISTS (SELECT FROM tenant WHERE id = p_tenant_id AND NOT is_moving) THEN
      PERFORM pg_advisory_unlock_all();
      RETURN false;
    END IF;
    PERFORM set_config('app.tenant_id', p_tenant_id::text, false);
    RETURN true;
  END
  $$;

-- The rows that a move writes and deletes were written before, and the triggers ran then. Its sessions set app.moves_tenant.
DO $$
DECLARE
  one record;
  guard text := 'current_setting(''app.moves_tenant'', true) IS DISTINCT FROM ''on''';
BEGIN
  FOR one IN
    SELECT t.tgname AS name, c.relname AS table, pg_get_triggerdef(t.oid) AS definition
      FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
     WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace
       AND (c.relname = 'tenant' OR EXISTS (SELECT FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id'))
  LOOP
    EXECUTE format('DROP TRIGGER %I ON %I', one.name, one.table);
    EXECUTE CASE WHEN one.definition LIKE '% WHEN (%'
                 THEN replace(replace(one.definition, ' WHEN (', ' WHEN (' || guard || ' AND ('), ') EXECUTE FUNCTION ', ')) EXECUTE FUNCTION ')
                 ELSE replace(one.definition, ' EXECUTE FUNCTION ', ' WHEN (' || guard || ') EXECUTE FUNCTION ') END;
  END LOOP;
END
$$;
