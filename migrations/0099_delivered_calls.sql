-- A delivery can be called by two processes, if one looks dead and is not. If the call of one succeeded and that of the other failed later, the
-- delivery had failed for ever, and resending what was missed called once more. It stays delivered.
--
-- As in 0091_one_mail_about_pauses.sql.
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
    told boolean;
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
       SET send_status_id = result.status,
           reason = CASE WHEN forgets_answers THEN reason_without_answer(result.reason) ELSE result.reason END,
           attempts = least(attempts + 1, 32767), round_attempts = least(round_attempts + 1, 32767),
           latency_ms = result.latency, last_attempt_at = moment,
           answer_excerpt = CASE WHEN NOT forgets_answers THEN result.excerpt END,
           -- A call that was dropped while it ran is not planned again by its outcome.
           next_attempt_at = CASE WHEN next_attempt_at IS NOT NULL AND NOT result.success
                                  THEN to_timestamp(moment_seconds + result.retry) END,
           failed_calls = CASE WHEN result.success THEN failed_calls
                               ELSE CASE WHEN jsonb_array_length(failed_calls) < 20 THEN failed_calls ELSE failed_calls - 0 END
                                 || CASE WHEN forgets_answers THEN calls_without_answers(failed -> result.id::text)
                                         ELSE failed -> result.id::text END END
      FROM json_to_recordset(p_results)
           AS result (id uuid, status smallint, success boolean, reason text, latency integer, excerpt text, retry float8)
     WHERE delivery.tenant_id = p_tenant_id AND delivery.id = result.id
       -- If the turn of a call ended before its response, another process has made the call too, and it can have succeeded first.
       AND (result.success OR send_status_id IS DISTINCT FROM 130 OR next_attempt_at IS NOT NULL);
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
      -- If others were paused before, their mail has been sent.
      told := EXISTS (SELECT FROM webhook_registration AS other
                       WHERE other.tenant_id = p_tenant_id AND other.id <> p_registration_id
                         AND other.paused_at BETWEEN moment - interval '1 day' AND moment - interval '2 minutes');
      PERFORM graphile_worker.add_job('send-mail',
        json_build_object('kind', 'webhookPaused', 'tenantId', p_tenant_id, 'id', p_registration_id),
        queue_name := 'send-mail', max_attempts := 17, priority := 10,
        run_at := clock_timestamp() + CASE WHEN told THEN interval '1 hour' ELSE interval '2 minutes' END,
        job_key := 'send-mail:webhookPaused:' || p_tenant_id, job_key_mode := 'preserve_run_at');
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
