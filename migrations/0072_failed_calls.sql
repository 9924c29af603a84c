-- The calls of a delivery that failed, oldest first, at most the last 20, each an object {endedAtUtc, reason, latencyMs, answerExcerpt}.
-- The other columns say only how the last call ended. In the row of the delivery, because that is written at the same moment, and is moved,
-- backed up, and deleted with everything in it. A call that succeeds adds nothing.
ALTER TABLE webhook_delivery ADD COLUMN failed_calls jsonb NOT NULL DEFAULT '[]';

-- As in 0057_sql_rules.sql, with the calls that failed. They are made before the update, which permits no function that builds JSON.
CREATE OR REPLACE FUNCTION record_webhook_results(
  p_tenant_id integer, p_registration_id integer, p_lease timestamptz, p_turn interval, p_threshold integer,
  p_results json, p_paused_reason text, p_ends boolean, p_notifies boolean DEFAULT false,
  OUT lease text, OUT error_count integer, OUT is_paused boolean, OUT is_wanted boolean
) RETURNS SETOF record
  LANGUAGE plpgsql VOLATILE
  AS $$
  DECLARE
    registration webhook_registration;
    success boolean;
    had_success boolean := false;
    turn_end timestamptz;
    moment timestamptz;
    moment_seconds double precision;
    failed jsonb;
  BEGIN
    PERFORM without_waiting_for_disk();
    SELECT * INTO registration FROM webhook_registration AS r
     WHERE r.tenant_id = p_tenant_id AND r.id = p_registration_id FOR NO KEY UPDATE;
    moment := clock_now();
    moment_seconds := extract(epoch FROM moment);
    SELECT coalesce(jsonb_object_agg(result.id, jsonb_build_array(jsonb_build_object(
             'endedAtUtc', utc(moment), 'reason', result.reason, 'latencyMs', result.latency, 'answerExcerpt', result.excerpt))), '{}')
      INTO failed
      FROM json_to_recordset(p_results) AS result (id uuid, success boolean, reason text, latency integer, excerpt text)
     WHERE NOT result.success;
    UPDATE webhook_delivery AS delivery
       SET send_status_id = result.status, reason = result.reason,
           attempts = least(attempts + 1, 32767), round_attempts = least(round_attempts + 1, 32767),
           latency_ms = result.latency, answer_excerpt = result.excerpt, last_attempt_at = moment,
           -- A call that was dropped while it ran is not planned again by its outcome.
           next_attempt_at = CASE WHEN next_attempt_at IS NOT NULL AND NOT result.success
                                  THEN to_timestamp(moment_seconds + result.retry) END,
           failed_calls = CASE WHEN result.success THEN failed_calls
                               WHEN jsonb_array_length(failed_calls) < 20 THEN failed_calls || (failed -> result.id::text)
                               ELSE (failed_calls - 0) || (failed -> result.id::text) END
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
      IF turn_end < moment + p_turn * 2 / 3 THEN turn_end := moment + p_turn; END IF;
      lease := turn_end::text;
    END IF;
    UPDATE webhook_registration AS r
       SET error_count = record_webhook_results.error_count,
           paused_at = CASE WHEN is_paused THEN coalesce(r.paused_at, moment) END,
           last_success_at = CASE WHEN had_success THEN moment ELSE r.last_success_at END,
           busy_until = turn_end
     WHERE r.tenant_id = p_tenant_id AND r.id = p_registration_id;
    IF p_notifies AND is_paused AND registration.paused_at IS NULL THEN
      PERFORM graphile_worker.add_job('send-mail',
        json_build_object('kind', 'webhookPaused', 'tenantId', p_tenant_id, 'id', p_registration_id),
        queue_name := 'send-mail', max_attempts := 17, priority := 10,
        job_key := 'send-mail:webhookPaused:' || p_tenant_id || ':' || p_registration_id);
    END IF;
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
