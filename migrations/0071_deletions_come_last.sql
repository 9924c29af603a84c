-- The deletion of a record is its last entry in the feed, also if others change the record at the same moment.

-- As in 0067_one_lookup_of_changes.sql, with the check of deletions.
CREATE OR REPLACE FUNCTION record_change(
  p_tenant_id integer, p_entity text, p_record_id integer, p_row_guid uuid, p_kind text,
  p_office_id integer, p_previous_office_id integer, p_attributes jsonb,
  p_event_type_id integer, p_event_entity_id integer, p_additional_data jsonb, p_traceparent text DEFAULT NULL,
  p_actor_kind text DEFAULT NULL, p_actor_id integer DEFAULT NULL, p_properties text[] DEFAULT NULL
) RETURNS timestamptz
  LANGUAGE plpgsql VOLATILE
  AS $$
  DECLARE
    own_transaction bigint := pg_current_xact_id()::text::bigint;
    clock timestamptz := clock_now();
    own_server text := this_server();
    own_generation integer;
    boundary timestamptz;
    is_registered boolean;
    is_followed boolean;
    changed_at timestamptz;
    own_event uuid;
    owner integer := CASE WHEN p_entity = 'document' THEN (p_attributes->>'candidateId')::integer
                          WHEN p_entity IN ('site', 'location', 'contact') THEN (p_additional_data->>'customerId')::integer END;
    waiting text;
    woken text;
  BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
      RAISE EXCEPTION 'record_change must run in a READ COMMITTED transaction. Begin it without an isolation level.';
    END IF;
    -- The transaction has its id, and the clock was read, so the snapshot of this statement is newer than both. It stands in both
    -- functions: one of its own would be another statement to start.
    SELECT (SELECT generation FROM log_generation WHERE tenant_id = p_tenant_id AND server = own_server),
           (SELECT settled_until FROM change_boundary WHERE tenant_id = p_tenant_id),
           EXISTS (SELECT FROM webhook_registration WHERE tenant_id = p_tenant_id AND event_type_id = p_event_type_id),
           EXISTS (SELECT FROM tenant WHERE id = p_tenant_id AND live_until > clock)
      INTO own_generation, boundary, is_registered, is_followed;
    IF own_generation IS NULL THEN
      own_generation := own_log_generation(p_tenant_id);
    END IF;
    -- Whoever waits for the lock of a row while others update it can get its transaction id before them, and the lock after them. Their
    -- changes would then follow the deletion in the feed. The caller begins again, with a new id. Only transactions that were running at
    -- the same time are read.
    IF p_kind = 'deleted' AND EXISTS (
         SELECT FROM change_log
          WHERE tenant_id = p_tenant_id AND generation = own_generation AND transaction_id > own_transaction
            AND entity = p_entity AND record_id = p_record_id) THEN
      RAISE EXCEPTION 'The record was changed by a later transaction. Repeat this one.' USING ERRCODE = 'serialization_failure';
    END IF;
    changed_at := greatest(clock, boundary);
    INSERT INTO change_log (tenant_id, generation, transaction_id, sequence, entity, record_id, row_guid, kind, office_id,
                            previous_office_id, attributes, changed_at, actor_kind, actor_id, event_type_id, properties,
                            owner_id)
    VALUES (p_tenant_id, own_generation, own_transaction, nextval('change_log_sequence'), p_entity, p_record_id,
            p_row_guid, p_kind, p_office_id, p_previous_office_id, p_attributes, changed_at, p_actor_kind, p_actor_id,
            p_event_type_id, p_properties, owner);
    IF is_followed THEN
      PERFORM notify_live(p_tenant_id, 'change');
    END IF;
    -- The document of a candidate is found with the candidate.
    IF p_entity = 'document' AND owner IS NOT NULL THEN
      INSERT INTO search_mark (tenant_id, entity, record_id) VALUES (p_tenant_id, 'candidate', owner);
    ELSIF is_searched(p_entity) AND p_kind <> 'deleted' THEN
      INSERT INTO search_mark (tenant_id, entity, record_id) VALUES (p_tenant_id, p_entity, p_record_id);
    END IF;
    IF is_registered THEN
      own_event := gen_random_uuid();
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
