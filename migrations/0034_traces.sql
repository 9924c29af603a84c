-- A webhook call continues the trace of the request that caused its event. The column has the W3C header `traceparent`:
-- random ids and a flag. It is null if the request is in no trace.
ALTER TABLE webhook_delivery ADD COLUMN traceparent text;

-- As in 0014_webhooks.sql, with the traceparent, which goes to the deliveries. It has a default, so that processes of the
-- version before can still write while they are replaced.
DROP FUNCTION record_change(integer, text, integer, uuid, text, integer, integer, jsonb, integer, integer, jsonb);

CREATE FUNCTION record_change(
  p_tenant_id integer, p_entity text, p_record_id integer, p_row_guid uuid, p_kind text,
  p_office_id integer, p_previous_office_id integer, p_attributes jsonb,
  p_event_type_id integer, p_event_entity_id integer, p_additional_data jsonb, p_traceparent text DEFAULT NULL
) RETURNS timestamptz
  LANGUAGE plpgsql VOLATILE
  AS $$
  DECLARE
    own_transaction bigint := pg_current_xact_id()::text::bigint;
    changed_at timestamptz := clock_now();
    own_event uuid;
    waiting text;
    woken text;
  BEGIN
    INSERT INTO change_log (tenant_id, transaction_id, sequence, entity, record_id, row_guid, kind, office_id,
                            previous_office_id, attributes, changed_at)
    VALUES (p_tenant_id, own_transaction, nextval('change_log_sequence'), p_entity, p_record_id, p_row_guid, p_kind,
            p_office_id, p_previous_office_id, p_attributes, changed_at);
    IF p_event_type_id IS NOT NULL THEN
      INSERT INTO event (tenant_id, event_type_id, entity_id, additional_data, occurred_at)
      VALUES (p_tenant_id, p_event_type_id, coalesce(p_event_entity_id, p_record_id), p_additional_data, changed_at)
      RETURNING id INTO own_event;
      WITH made AS (
        INSERT INTO webhook_delivery (tenant_id, registration_id, event_id, event_type_id, entity_id, additional_data,
                                      occurred_at, url, send_status_id, reason, next_attempt_at, traceparent)
        SELECT p_tenant_id, id, own_event, p_event_type_id, coalesce(p_event_entity_id, p_record_id),
               p_additional_data, changed_at, url,
               CASE WHEN paused_at IS NOT NULL THEN 132 END,
               CASE WHEN paused_at IS NOT NULL THEN 'The registration was paused.' END,
               CASE WHEN paused_at IS NULL THEN changed_at END,
               p_traceparent
          FROM webhook_registration
         WHERE tenant_id = p_tenant_id AND event_type_id = p_event_type_id
        RETURNING registration_id, next_attempt_at)
      SELECT string_agg(registration_id::text, ',') INTO woken FROM made WHERE next_attempt_at IS NOT NULL;
      IF woken IS NOT NULL THEN
        waiting := coalesce(current_setting('app.webhooks_to_wake', true), '');
        -- Once for each set of registrations in a transaction, however many changes it makes.
        IF position(',' || woken || ',' IN waiting) = 0 THEN
          PERFORM set_config('app.webhooks_to_wake', waiting || ',' || woken || ',', true);
        END IF;
      END IF;
    END IF;
    RETURN changed_at;
  END
  $$;

-- As in 0032_resends_and_guids.sql, with the traceparent.
CREATE OR REPLACE FUNCTION due_webhook_calls(
  p_tenant_id integer, p_registration_id integer, p_lease timestamptz, p_except uuid[], p_limit integer
) RETURNS json
  LANGUAGE sql VOLATILE
  AS $$
    SELECT coalesce(json_agg(json_build_object(
             'id', due.id, 'eventTypeId', due.event_type_id, 'entityId', due.entity_id,
             'additionalData', due.additional_data, 'occurredAt', utc(due.occurred_at), 'url', due.url,
             'roundAttempts', due.round_attempts, 'traceparent', due.traceparent,
             'isInOrder', due.is_in_order AND due.round_attempts = 0) ORDER BY due.next_attempt_at), '[]')
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
