-- Set on the first server while a restore writes to several servers, because their transactions end one after another. It is cleared
-- by the transaction that ends last. Until then, nothing but the repeated restore may use them.
ALTER TABLE installation ADD COLUMN restore_began_at timestamptz;

-- The login of the service need not own the tables. What only their owner may do, and the service has to, is done by these functions.

-- Makes statistics, unless somebody has locked the table.
CREATE FUNCTION analyze_table(p_table regclass) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS $$
  BEGIN
    IF NOT EXISTS (SELECT FROM pg_class WHERE oid = p_table AND relkind IN ('r', 'p') AND pg_has_role(relowner, 'USAGE')) THEN
      RAISE insufficient_privilege USING MESSAGE = format('%s is not a table of Stellwerk.', p_table);
    END IF;
    EXECUTE format('ANALYZE (SKIP_LOCKED) %s', p_table);
  END
  $$;

-- Lets a sequence continue at a number, unless it is beyond it already. Nobody takes ids until the transaction ends.
CREATE FUNCTION raise_sequence(p_sequence regclass, p_next bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  AS $$
  DECLARE own_next bigint;
  BEGIN
    IF NOT EXISTS (SELECT FROM pg_class WHERE oid = p_sequence AND relkind = 'S' AND pg_has_role(relowner, 'USAGE')) THEN
      RAISE insufficient_privilege USING MESSAGE = format('%s is not a sequence of Stellwerk.', p_sequence);
    END IF;
    -- Changes nothing but takes the lock.
    EXECUTE format('ALTER SEQUENCE %s CACHE 1', p_sequence);
    EXECUTE format('SELECT last_value + is_called::int FROM %s', p_sequence) INTO own_next;
    IF p_next > own_next THEN
      EXECUTE format('ALTER SEQUENCE %s RESTART WITH %s', p_sequence, p_next);
    END IF;
  END
  $$;

-- "migrate" grants them to the login of the service.
REVOKE EXECUTE ON FUNCTION analyze_table, raise_sequence FROM PUBLIC;
