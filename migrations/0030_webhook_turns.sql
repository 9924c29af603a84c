-- What a turn of webhook calls writes, each in one round trip. Outcomes and turns need not be on disk when they are
-- answered: if the database server dies, the last moments of them are lost, the calls are made once more with the
-- same webhook-id, and the protocol tells of those. What must not be lost, the delivery itself, is committed with its
-- change and waits for the disk there.

CREATE FUNCTION without_waiting_for_disk() RETURNS void
  LANGUAGE sql VOLATILE
  AS $$ SELECT set_config('synchronous_commit', 'off', true) $$;

-- Gives a turn back and plans the next call, if one is waiting. True when somebody asked for the turn meanwhile: what
-- they had come for may have been committed after the last look.
CREATE FUNCTION give_webhook_turn_back(p_tenant_id integer, p_registration_id integer, p_lease timestamptz)
  RETURNS boolean
  LANGUAGE plpgsql VOLATILE
  AS $$
  DECLARE
    wanted boolean;
    next_at timestamptz;
  BEGIN
    PERFORM without_waiting_for_disk();
    SELECT is_wanted INTO wanted FROM webhook_registration
     WHERE tenant_id = p_tenant_id AND id = p_registration_id AND busy_until = p_lease FOR NO KEY UPDATE;
    IF wanted IS NULL THEN RETURN false; END IF;
    UPDATE webhook_registration SET busy_until = NULL, is_wanted = false
     WHERE tenant_id = p_tenant_id AND id = p_registration_id;
    SELECT min(next_attempt_at) INTO next_at FROM webhook_delivery
     WHERE tenant_id = p_tenant_id AND registration_id = p_registration_id AND next_attempt_at IS NOT NULL;
    IF next_at IS NOT NULL THEN
      PERFORM wake_webhook(p_tenant_id, p_registration_id, greatest(next_at - clock_now(), interval '0'), 'retry');
    END IF;
    RETURN wanted;
  END
  $$;

-- Writes what came of calls, in their order, with the registration's counter. No row: the registration is gone.
-- `lease` names the caller's turn, null when it has passed to another process. The turn is prolonged once a third of
-- it is over, or given back if these were its last calls; `is_wanted` is then what give_webhook_turn_back says.
CREATE FUNCTION record_webhook_results(
  p_tenant_id integer, p_registration_id integer, p_lease timestamptz, p_turn interval, p_threshold integer,
  p_results json, p_paused_reason text, p_ends boolean,
  OUT lease text, OUT error_count integer, OUT is_paused boolean, OUT is_wanted boolean
) RETURNS SETOF record
  LANGUAGE plpgsql VOLATILE
  AS $$
  DECLARE
    registration webhook_registration;
    success boolean;
    had_success boolean := false;
    turn_end timestamptz;
  BEGIN
    PERFORM without_waiting_for_disk();
    SELECT * INTO registration FROM webhook_registration AS r
     WHERE r.tenant_id = p_tenant_id AND r.id = p_registration_id FOR NO KEY UPDATE;
    UPDATE webhook_delivery AS delivery
       SET send_status_id = result.status, reason = result.reason,
           attempts = least(attempts + 1, 32767), round_attempts = least(round_attempts + 1, 32767),
           latency_ms = result.latency, answer_excerpt = result.excerpt, last_attempt_at = clock_now(),
           -- A call that was dropped while it ran is not planned again by its outcome.
           next_attempt_at = CASE WHEN next_attempt_at IS NOT NULL AND NOT result.success
                                  THEN clock_now() + make_interval(secs => result.retry) END
      FROM json_to_recordset(p_results)
           AS result (id uuid, status smallint, success boolean, reason text, latency integer, excerpt text, retry float8)
     WHERE delivery.tenant_id = p_tenant_id AND delivery.id = result.id;
    IF registration.id IS NULL THEN RETURN; END IF;

    error_count := registration.error_count;
    FOR success IN SELECT (result ->> 'success')::boolean FROM json_array_elements(p_results) AS result LOOP
      had_success := had_success OR success;
      -- The counter stops where the registration is paused.
      CONTINUE WHEN registration.paused_at IS NOT NULL OR error_count >= p_threshold;
      error_count := CASE WHEN success THEN 0 ELSE error_count + 1 END;
    END LOOP;
    is_paused := registration.paused_at IS NOT NULL OR error_count >= p_threshold;
    turn_end := registration.busy_until;
    IF turn_end = p_lease THEN
      IF turn_end < clock_now() + p_turn * 2 / 3 THEN turn_end := clock_now() + p_turn; END IF;
      lease := turn_end::text;
    END IF;
    UPDATE webhook_registration AS r
       SET error_count = record_webhook_results.error_count,
           paused_at = CASE WHEN is_paused THEN coalesce(r.paused_at, clock_now()) END,
           last_success_at = CASE WHEN had_success THEN clock_now() ELSE r.last_success_at END,
           busy_until = turn_end
     WHERE r.tenant_id = p_tenant_id AND r.id = p_registration_id;
    -- Those never called are skipped, those that failed stay so.
    IF is_paused THEN
      UPDATE webhook_delivery
         SET next_attempt_at = NULL, reason = CASE WHEN send_status_id IS NULL THEN p_paused_reason ELSE reason END,
             send_status_id = coalesce(send_status_id, 132)
       WHERE tenant_id = p_tenant_id AND registration_id = p_registration_id AND next_attempt_at IS NOT NULL;
    END IF;
    IF p_ends AND lease IS NOT NULL THEN
      is_wanted := give_webhook_turn_back(p_tenant_id, p_registration_id, turn_end);
    END IF;
    RETURN NEXT;
  END
  $$;

-- The tenant's sealed secrets that sign calls, the present one first; after it the one before, for seven days after a
-- rotation.
CREATE FUNCTION sealed_webhook_secrets(p_tenant_id integer) RETURNS text[]
  LANGUAGE sql VOLATILE
  AS $$
    SELECT array_remove(ARRAY[webhook_secret_sealed,
             CASE WHEN webhook_secret_rotated_at > clock_now() - interval '7 days'
                  THEN webhook_previous_secret_sealed END], NULL)
      FROM tenant WHERE id = p_tenant_id
  $$;

-- Calls that are due, the oldest first, as a JSON array; none once the registration is paused or gone, or the turn has
-- passed on.
CREATE FUNCTION due_webhook_calls(
  p_tenant_id integer, p_registration_id integer, p_lease timestamptz, p_except uuid[], p_limit integer
) RETURNS json
  LANGUAGE sql VOLATILE
  AS $$
    SELECT coalesce(json_agg(json_build_object(
             'id', due.id, 'eventTypeId', due.event_type_id, 'entityId', due.entity_id,
             'additionalData', due.additional_data, 'occurredAt', utc(due.occurred_at), 'url', due.url,
             'roundAttempts', due.round_attempts) ORDER BY due.next_attempt_at), '[]')
      FROM (SELECT delivery.*
              FROM webhook_delivery AS delivery
              JOIN webhook_registration AS registration
                ON registration.tenant_id = delivery.tenant_id AND registration.id = delivery.registration_id
             WHERE delivery.tenant_id = p_tenant_id AND delivery.registration_id = p_registration_id
               AND delivery.next_attempt_at <= clock_now() AND delivery.id <> ALL (p_except)
               AND registration.paused_at IS NULL AND registration.busy_until = p_lease
             ORDER BY delivery.next_attempt_at
             LIMIT p_limit) AS due
  $$;

-- Takes the turn to make a registration's calls, with the first of them. `is_busy` when another process has it: that
-- one is told that somebody asked, so it looks again before it ends. No row: there is no such registration.
CREATE FUNCTION take_webhook_turn(
  p_tenant_id integer, p_registration_id integer, p_turn interval, p_limit integer,
  OUT is_busy boolean, OUT busy_seconds double precision, OUT lease text, OUT error_count integer,
  OUT is_paused boolean, OUT data_type_id integer, OUT sealed_secrets text[], OUT due json
) RETURNS SETOF record
  LANGUAGE plpgsql VOLATILE
  AS $$
  DECLARE registration webhook_registration;
  BEGIN
    PERFORM without_waiting_for_disk();
    UPDATE webhook_registration AS r
       SET is_wanted = coalesce(busy_until > clock_now(), false),
           busy_until = CASE WHEN busy_until > clock_now() THEN busy_until ELSE clock_now() + p_turn END
     WHERE r.tenant_id = p_tenant_id AND r.id = p_registration_id
    RETURNING r.* INTO registration;
    IF registration.id IS NULL THEN RETURN; END IF;
    is_busy := registration.is_wanted;
    busy_seconds := extract(epoch FROM registration.busy_until - clock_now());
    IF NOT is_busy THEN
      lease := registration.busy_until::text;
      error_count := registration.error_count;
      is_paused := registration.paused_at IS NOT NULL;
      data_type_id := coalesce((SELECT s.data_type_id FROM webhook_setting AS s WHERE s.tenant_id = p_tenant_id), 1482);
      sealed_secrets := sealed_webhook_secrets(p_tenant_id);
      due := due_webhook_calls(p_tenant_id, p_registration_id, registration.busy_until, '{}', p_limit);
    END IF;
    RETURN NEXT;
  END
  $$;
