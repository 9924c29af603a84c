-- The two functions that write the change log also wake the live stream and mark what the search has to index. Before, triggers of
-- each row did both, which took a sixth of what PostgreSQL does for candidates that are created together.
DROP TRIGGER change_log_search ON change_log;
DROP FUNCTION mark_for_search();
DROP TRIGGER change_log_live ON change_log;
DROP FUNCTION notify_live_change();

-- Whether the search has words of such records.
CREATE FUNCTION is_searched(p_entity text) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT p_entity IN ('candidate', 'company', 'contact', 'request', 'jobad') $$;

-- As in 0059_no_event_rows.sql, with the notification and the mark.
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
    own_generation integer := own_log_generation(p_tenant_id);
    own_event uuid := gen_random_uuid();
    clock timestamptz := clock_now();
    boundary timestamptz := (SELECT settled_until FROM change_boundary WHERE tenant_id = p_tenant_id);
    changed_at timestamptz := greatest(clock, boundary);
    owner integer := CASE WHEN p_entity = 'document' THEN (p_attributes->>'candidateId')::integer
                          WHEN p_entity IN ('site', 'location', 'contact') THEN (p_additional_data->>'customerId')::integer END;
    waiting text;
    woken text;
  BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
      RAISE EXCEPTION 'record_change must run in a READ COMMITTED transaction. Begin it without an isolation level.';
    END IF;
    INSERT INTO change_log (tenant_id, generation, transaction_id, sequence, entity, record_id, row_guid, kind, office_id,
                            previous_office_id, attributes, changed_at, actor_kind, actor_id, event_type_id, properties,
                            owner_id)
    VALUES (p_tenant_id, own_generation, own_transaction, nextval('change_log_sequence'), p_entity, p_record_id,
            p_row_guid, p_kind, p_office_id, p_previous_office_id, p_attributes, changed_at, p_actor_kind, p_actor_id,
            p_event_type_id, p_properties, owner);
    PERFORM notify_live(p_tenant_id, 'change');
    -- The document of a candidate is found with the candidate.
    IF p_entity = 'document' AND owner IS NOT NULL THEN
      INSERT INTO search_mark (tenant_id, entity, record_id) VALUES (p_tenant_id, 'candidate', owner);
    ELSIF is_searched(p_entity) AND p_kind <> 'deleted' THEN
      INSERT INTO search_mark (tenant_id, entity, record_id) VALUES (p_tenant_id, p_entity, p_record_id);
    END IF;
    IF p_event_type_id IS NOT NULL THEN
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

-- As in 0059_no_event_rows.sql, with one notification and the marks.
CREATE OR REPLACE FUNCTION record_creations(
  p_tenant_id integer, p_entity text, p_event_type_id integer,
  p_record_ids integer[], p_row_guids uuid[], p_office_ids integer[],
  p_actor_kinds text[], p_actor_ids integer[], p_traceparents text[]
) RETURNS timestamptz
  LANGUAGE plpgsql VOLATILE
  AS $$
  DECLARE
    own_transaction bigint := pg_current_xact_id()::text::bigint;
    own_generation integer := own_log_generation(p_tenant_id);
    clock timestamptz := clock_now();
    boundary timestamptz := (SELECT settled_until FROM change_boundary WHERE tenant_id = p_tenant_id);
    changed_at timestamptz := greatest(clock, boundary);
  BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
      RAISE EXCEPTION 'record_creations must run in a READ COMMITTED transaction. Begin it without an isolation level.';
    END IF;
    -- Deliveries are made by one function only.
    IF EXISTS (SELECT FROM webhook_registration WHERE tenant_id = p_tenant_id AND event_type_id = p_event_type_id) THEN
      FOR i IN 1 .. cardinality(p_record_ids) LOOP
        changed_at := record_change(
          p_tenant_id, p_entity, p_record_ids[i], p_row_guids[i], 'new', p_office_ids[i], NULL, NULL, p_event_type_id, NULL,
          NULL, p_traceparents[i], p_actor_kinds[i], p_actor_ids[i], NULL);
      END LOOP;
      RETURN changed_at;
    END IF;
    INSERT INTO change_log (tenant_id, generation, transaction_id, sequence, entity, record_id, row_guid, kind, office_id,
                            changed_at, actor_kind, actor_id, event_type_id)
    SELECT p_tenant_id, own_generation, own_transaction, nextval('change_log_sequence'), p_entity, record_id, row_guid, 'new',
           office_id, changed_at, actor_kind, actor_id, p_event_type_id
      FROM unnest(p_record_ids, p_row_guids, p_office_ids, p_actor_kinds, p_actor_ids)
        AS created (record_id, row_guid, office_id, actor_kind, actor_id);
    PERFORM notify_live(p_tenant_id, 'change');
    IF is_searched(p_entity) THEN
      INSERT INTO search_mark (tenant_id, entity, record_id)
      SELECT p_tenant_id, p_entity, record_id FROM unnest(p_record_ids) AS created (record_id);
    END IF;
    RETURN changed_at;
  END
  $$;
