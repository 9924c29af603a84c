-- Until when the periods of a tenant are final. A change never gets a time before it, so a period that was returned as final
-- never changes, whatever the clocks do.
CREATE TABLE change_boundary (
  tenant_id integer PRIMARY KEY,
  settled_until timestamptz NOT NULL
);
CALL protect_tenant_table('change_boundary');

-- Periods that ended before this migration may have been returned as final. Tables with FORCE ROW LEVEL SECURITY accept only
-- rows of the session's tenant, also from their owner.
DO $$
DECLARE id integer;
BEGIN
  FOR id IN SELECT tenant.id FROM tenant LOOP
    PERFORM set_config('app.tenant_id', id::text, true);
    INSERT INTO change_boundary (tenant_id, settled_until) VALUES (id, date_trunc('milliseconds', clock_now()));
  END LOOP;
  PERFORM set_config('app.tenant_id', '', true);
END
$$;

-- As in 0034_traces.sql, with the boundary. The order of the declarations makes the windows exact: a reader commits the
-- boundary, then allocates a transaction id, then waits for every smaller one. So a transaction for which it does not wait
-- reads that boundary. The function must be VOLATILE and the transaction READ COMMITTED: only then does the statement have a
-- snapshot that is newer than the id.
CREATE OR REPLACE FUNCTION record_change(
  p_tenant_id integer, p_entity text, p_record_id integer, p_row_guid uuid, p_kind text,
  p_office_id integer, p_previous_office_id integer, p_attributes jsonb,
  p_event_type_id integer, p_event_entity_id integer, p_additional_data jsonb, p_traceparent text DEFAULT NULL
) RETURNS timestamptz
  LANGUAGE plpgsql VOLATILE
  AS $$
  DECLARE
    own_transaction bigint := pg_current_xact_id()::text::bigint;
    clock timestamptz := clock_now();
    boundary timestamptz := (SELECT settled_until FROM change_boundary WHERE tenant_id = p_tenant_id);
    changed_at timestamptz := greatest(clock, boundary);
    own_event uuid;
    waiting text;
    woken text;
  BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
      RAISE EXCEPTION 'record_change must run in a READ COMMITTED transaction. Begin it without an isolation level.';
    END IF;
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
               -- By the clock: a boundary ahead of it must not delay the call.
               CASE WHEN paused_at IS NULL THEN clock END,
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
