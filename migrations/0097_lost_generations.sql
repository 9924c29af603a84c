-- If somebody deletes rows of log_generation, the log of a tenant has changes of a generation that nobody knows. They were final, but the
-- feed ended before the first, and its readers began again. Now the log continues as if another server had written that generation.

-- The newest generation that the tenant has had, and 0 before its first change.
CREATE FUNCTION newest_log_generation(p_tenant_id integer) RETURNS integer
  LANGUAGE plpgsql STABLE
  AS $$
  BEGIN
    RETURN coalesce(greatest(
      (SELECT max(generation) FROM change_log WHERE tenant_id = p_tenant_id),
      (SELECT generation FROM change_horizon WHERE tenant_id = p_tenant_id),
      (SELECT max(generation) FROM ended_log_generation WHERE tenant_id = p_tenant_id)), 0);
  END
  $$;

-- As in 0058_log_generations.sql, also without the tenant's row.
CREATE OR REPLACE FUNCTION own_log_generation(p_tenant_id integer) RETURNS integer
  LANGUAGE plpgsql VOLATILE
  AS $$
  DECLARE
    own_server text := this_server();
    present integer := (SELECT generation FROM log_generation WHERE tenant_id = p_tenant_id AND server = own_server);
    present_minute integer;
    newest integer;
    current log_generation;
    last record;
  BEGIN
    IF present IS NOT NULL THEN RETURN present; END IF;

    newest := newest_log_generation(p_tenant_id);
    INSERT INTO log_generation (tenant_id, generation, server) VALUES (p_tenant_id, newest, 'none')
    ON CONFLICT (tenant_id) DO NOTHING;
    SELECT * INTO current FROM log_generation WHERE tenant_id = p_tenant_id FOR UPDATE;
    IF current.server = own_server THEN RETURN current.generation; END IF;
    IF current.generation > 0 THEN
      SELECT kept.transaction_id, kept.sequence INTO last
        FROM (SELECT transaction_id, sequence FROM change_log
               WHERE tenant_id = p_tenant_id AND generation = current.generation
               UNION ALL
              SELECT transaction_id, sequence FROM change_horizon
               WHERE tenant_id = p_tenant_id AND generation = current.generation) AS kept
       ORDER BY kept.transaction_id DESC, kept.sequence DESC
       LIMIT 1;
      -- Without the tenant's row, the newest one can have ended already.
      INSERT INTO ended_log_generation (tenant_id, generation, last_transaction_id, last_sequence)
      VALUES (p_tenant_id, current.generation, coalesce(last.transaction_id, 0), coalesce(last.sequence, 0))
      ON CONFLICT (tenant_id, generation) DO NOTHING;
    END IF;
    -- Minutes since 1970 instead of a count: two copies that continue from the same state have different generations, so that
    -- nobody takes a cursor of one for a cursor of the other.
    present_minute := extract(epoch FROM clock_timestamp()) / 60;
    UPDATE log_generation SET generation = greatest(current.generation + 1, present_minute), server = own_server
     WHERE tenant_id = p_tenant_id
    RETURNING * INTO current;
    RETURN current.generation;
  END
  $$;

-- As in 0058_log_generations.sql, also without the tenant's row.
CREATE OR REPLACE FUNCTION log_ceiling(p_tenant_id integer, OUT generation integer, OUT ceiling bigint)
  LANGUAGE plpgsql STABLE
  AS $$
  DECLARE own log_generation;
  BEGIN
    SELECT * INTO own FROM log_generation AS stored WHERE stored.tenant_id = p_tenant_id;
    generation := coalesce(own.generation, newest_log_generation(p_tenant_id));
    ceiling := CASE WHEN own.server = this_server() THEN pg_snapshot_xmin(pg_current_snapshot())::text::bigint
                    ELSE 9223372036854775807 END;
  END
  $$;
