-- A window that begins before the latest change that retention has deleted would lack changes, and could take a change of a record for
-- its creation. So the horizon also has the time of that change.
ALTER TABLE change_horizon ADD COLUMN changed_until timestamptz;

-- What was deleted so far was at least 400 days old, and no more than a transaction can take younger than the first change that is kept. A
-- day is far more than that. Tables with FORCE ROW LEVEL SECURITY show only rows of the session's tenant, also to their owner.
DO $$
DECLARE one integer;
BEGIN
  FOR one IN SELECT id FROM tenant LOOP
    PERFORM set_config('app.tenant_id', one::text, true);
    UPDATE change_horizon
       SET changed_until = least(clock_now() - interval '400 days',
                                 (SELECT first.changed_at FROM change_log AS first
                                   WHERE first.tenant_id = one
                                   ORDER BY first.generation, first.transaction_id, first.sequence
                                   LIMIT 1) + interval '1 day')
     WHERE tenant_id = one;
  END LOOP;
  PERFORM set_config('app.tenant_id', '', true);
END
$$;
ALTER TABLE change_horizon ALTER COLUMN changed_until SET NOT NULL;

-- As in 0051_hot_updates_and_queues.sql, with the time of the latest change that it deletes.
CREATE OR REPLACE FUNCTION remove_oldest_changes(p_tenant_id integer, p_days integer, p_batch integer) RETURNS integer
  LANGUAGE plpgsql VOLATILE
  AS $$
  DECLARE
    cutoff timestamptz := clock_now() - make_interval(days => p_days);
    last change_log;
    removed integer;
  BEGIN
    -- The last of the batch that is old. Nothing is removed beyond it.
    SELECT first.* INTO last
      FROM (SELECT * FROM change_log
             WHERE tenant_id = p_tenant_id
             ORDER BY generation, transaction_id, sequence
             LIMIT p_batch) AS first
     WHERE first.changed_at < cutoff
     ORDER BY first.generation DESC, first.transaction_id DESC, first.sequence DESC
     LIMIT 1;
    IF last.sequence IS NULL THEN RETURN 0; END IF;

    INSERT INTO swept_candidate_change AS swept (tenant_id, candidate_id, changed_at)
    SELECT p_tenant_id, record_id, max(changed_at)
      FROM change_log
     WHERE tenant_id = p_tenant_id AND entity = 'candidate' AND changed_at < cutoff
       AND (generation, transaction_id, sequence) <= (last.generation, last.transaction_id, last.sequence)
     GROUP BY record_id
        ON CONFLICT (tenant_id, candidate_id) DO UPDATE SET changed_at = excluded.changed_at
     WHERE swept.changed_at < excluded.changed_at;
    DELETE FROM swept_candidate_change
     WHERE tenant_id = p_tenant_id
       AND candidate_id IN (
         SELECT record_id FROM change_log
          WHERE tenant_id = p_tenant_id AND entity = 'candidate' AND kind = 'deleted' AND changed_at < cutoff
            AND (generation, transaction_id, sequence) <= (last.generation, last.transaction_id, last.sequence));
    -- The positions and the times of changes are in nearly, not exactly, the same order, so each is raised on its own.
    INSERT INTO change_horizon AS horizon (tenant_id, generation, transaction_id, sequence, changed_until)
    SELECT p_tenant_id, last.generation, last.transaction_id, last.sequence, max(changed_at)
      FROM change_log
     WHERE tenant_id = p_tenant_id AND changed_at < cutoff
       AND (generation, transaction_id, sequence) <= (last.generation, last.transaction_id, last.sequence)
        ON CONFLICT (tenant_id) DO UPDATE
       SET generation = CASE WHEN (horizon.generation, horizon.transaction_id, horizon.sequence)
                < (excluded.generation, excluded.transaction_id, excluded.sequence)
                THEN excluded.generation ELSE horizon.generation END,
           transaction_id = CASE WHEN (horizon.generation, horizon.transaction_id, horizon.sequence)
                < (excluded.generation, excluded.transaction_id, excluded.sequence)
                THEN excluded.transaction_id ELSE horizon.transaction_id END,
           sequence = CASE WHEN (horizon.generation, horizon.transaction_id, horizon.sequence)
                < (excluded.generation, excluded.transaction_id, excluded.sequence)
                THEN excluded.sequence ELSE horizon.sequence END,
           changed_until = greatest(horizon.changed_until, excluded.changed_until);
    DELETE FROM change_log
     WHERE tenant_id = p_tenant_id AND changed_at < cutoff
       AND (generation, transaction_id, sequence) <= (last.generation, last.transaction_id, last.sequence);
    GET DIAGNOSTICS removed = ROW_COUNT;
    RETURN removed;
  END
  $$;
