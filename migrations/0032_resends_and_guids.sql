-- Deliveries that are queued again are called one after the other, so that a receiver gets what it missed in the order of
-- the events. A retry after a failed call is not in that order anymore.
ALTER TABLE webhook_delivery ADD COLUMN is_in_order boolean NOT NULL DEFAULT false;

-- As in 0030_webhook_turns.sql, with isInOrder.
CREATE OR REPLACE FUNCTION due_webhook_calls(
  p_tenant_id integer, p_registration_id integer, p_lease timestamptz, p_except uuid[], p_limit integer
) RETURNS json
  LANGUAGE sql VOLATILE
  AS $$
    SELECT coalesce(json_agg(json_build_object(
             'id', due.id, 'eventTypeId', due.event_type_id, 'entityId', due.entity_id,
             'additionalData', due.additional_data, 'occurredAt', utc(due.occurred_at), 'url', due.url,
             'roundAttempts', due.round_attempts,
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

-- Every entry of a change stream has the GUID of its record, also after the record was erased. Only entries of value
-- lists, which no stream shows, have none. Existing rows are not checked, so the migration does not read the log.
ALTER TABLE change_log ADD CONSTRAINT change_log_row_guid
  CHECK (row_guid IS NOT NULL OR entity = 'valueList') NOT VALID;
