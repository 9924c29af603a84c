-- Every touch of a candidate writes modified_at. While an index contains that column, PostgreSQL writes a new entry to all
-- indexes of the table for each of them. Without it, and with room for the new row on the same page, it writes none. Pages that
-- exist stay as they are: the first touch of a candidate on a full page moves it to another one.
DROP INDEX candidate_by_modified;
ALTER TABLE candidate SET (fillfactor = 85);

-- The last change of each candidate that retention has removed from the change log, so that the list of a period contains the
-- candidate. The deletion of a candidate is also a change: when retention removes it, it removes this row.
CREATE TABLE swept_candidate_change (
  tenant_id integer NOT NULL,
  candidate_id integer NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, candidate_id)
);
CREATE INDEX swept_candidate_change_by_time ON swept_candidate_change (tenant_id, changed_at, candidate_id);
CALL protect_tenant_table('swept_candidate_change');

-- Candidates whose last change retention has already removed. Tables with FORCE ROW LEVEL SECURITY show only rows of the
-- session's tenant, also to their owner.
DO $$
DECLARE one integer;
BEGIN
  FOR one IN SELECT id FROM tenant LOOP
    PERFORM set_config('app.tenant_id', one::text, true);
    IF EXISTS (SELECT FROM change_horizon WHERE tenant_id = one) THEN
      INSERT INTO swept_candidate_change (tenant_id, candidate_id, changed_at)
      SELECT one, c.id, c.modified_at
        FROM candidate AS c
       WHERE c.tenant_id = one
         AND NOT EXISTS (SELECT FROM change_log AS log
                          WHERE log.tenant_id = one AND log.entity = 'candidate' AND log.record_id = c.id
                            AND log.changed_at >= c.modified_at);
    END IF;
  END LOOP;
  PERFORM set_config('app.tenant_id', '', true);
END
$$;

-- Deletes those of the first p_batch entries of the change log that are older than p_days, moves the horizon past them, and
-- keeps the last change of each candidate. Returns how many were deleted.
CREATE FUNCTION remove_oldest_changes(p_tenant_id integer, p_days integer, p_batch integer) RETURNS integer
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
    INSERT INTO change_horizon AS horizon (tenant_id, generation, transaction_id, sequence)
    VALUES (p_tenant_id, last.generation, last.transaction_id, last.sequence)
        ON CONFLICT (tenant_id) DO UPDATE
       SET generation = excluded.generation, transaction_id = excluded.transaction_id, sequence = excluded.sequence
     WHERE (horizon.generation, horizon.transaction_id, horizon.sequence)
           < (excluded.generation, excluded.transaction_id, excluded.sequence);
    DELETE FROM change_log
     WHERE tenant_id = p_tenant_id AND changed_at < cutoff
       AND (generation, transaction_id, sequence) <= (last.generation, last.transaction_id, last.sequence);
    GET DIAGNOSTICS removed = ROW_COUNT;
    RETURN removed;
  END
  $$;

-- Each job and each turn leaves dead rows. Until they are vacuumed, every look at the queue reads them, so the time from a
-- change to its webhook call grows. Autovacuum begins at a number of dead rows instead of a share of the table, and does not
-- pause. The tables of graphile-worker are set in server/core/queue.
ALTER TABLE webhook_registration SET (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0, fillfactor = 50);
-- Also a log of months, so a share of it counts as well.
ALTER TABLE webhook_delivery SET (
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0);

-- As in 0014_webhooks.sql, but with one job for all registrations of the transaction, instead of one each. As before, a job
-- replaces a waiting job for the same registrations, and is added beside one that is running. A transaction locks one job, so
-- two transactions cannot wait for each other in a circle.
CREATE OR REPLACE FUNCTION wake_webhooks_of_transaction() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    waiting text := current_setting('app.webhooks_to_wake', true);
    registrations integer[];
  BEGIN
    IF coalesce(waiting, '') <> '' THEN
      PERFORM set_config('app.webhooks_to_wake', '', true);
      registrations := ARRAY(SELECT DISTINCT part::integer
                               FROM unnest(string_to_array(trim(both ',' FROM waiting), ',')) AS part
                              WHERE part <> '' ORDER BY 1);
      PERFORM graphile_worker.add_job(
        'deliver-webhooks',
        json_build_object('tenantId', NEW.tenant_id, 'registrationIds', registrations),
        run_at := clock_timestamp(),
        job_key := concat_ws(':', 'webhook', NEW.tenant_id,
                             CASE cardinality(registrations) WHEN 1 THEN registrations[1]::text
                                                             ELSE md5(array_to_string(registrations, ',')) END, 'new'),
        max_attempts := 25);
    END IF;
    RETURN NULL;
  END
  $$;

-- Takes the turns of several registrations, sorted by id, so that two processes cannot wait for each other in a circle. See
-- take_webhook_turn. A registration that does not exist has no row.
CREATE FUNCTION take_webhook_turns(
  p_tenant_id integer, p_registration_ids integer[], p_turn interval, p_limit integer
) RETURNS TABLE (
  registration_id integer, is_busy boolean, busy_seconds double precision, lease text, error_count integer,
  is_paused boolean, data_type_id integer, sealed_secrets text[], due json
)
  LANGUAGE plpgsql VOLATILE
  AS $$
  DECLARE one integer;
  BEGIN
    FOR one IN SELECT DISTINCT id FROM unnest(p_registration_ids) AS id ORDER BY id LOOP
      RETURN QUERY SELECT one, turn.* FROM take_webhook_turn(p_tenant_id, one, p_turn, p_limit) AS turn;
    END LOOP;
  END
  $$;
