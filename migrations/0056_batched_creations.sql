-- The changes and events of several records that one statement has created, as record_change writes them one by one: the
-- transaction id first, then the clock and the boundary (0042_settled_boundary.sql). All of them have the same time. The arrays
-- are in the order in which the change log shows the records.
CREATE FUNCTION record_creations(
  p_tenant_id integer, p_entity text, p_event_type_id integer,
  p_record_ids integer[], p_row_guids uuid[], p_office_ids integer[],
  p_actor_kinds text[], p_actor_ids integer[], p_traceparents text[]
) RETURNS timestamptz
  LANGUAGE plpgsql VOLATILE
  AS $$
  DECLARE
    own_transaction bigint := pg_current_xact_id()::text::bigint;
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
    INSERT INTO change_log (tenant_id, transaction_id, sequence, entity, record_id, row_guid, kind, office_id, changed_at,
                            actor_kind, actor_id, event_type_id)
    SELECT p_tenant_id, own_transaction, nextval('change_log_sequence'), p_entity, record_id, row_guid, 'new', office_id,
           changed_at, actor_kind, actor_id, p_event_type_id
      FROM unnest(p_record_ids, p_row_guids, p_office_ids, p_actor_kinds, p_actor_ids)
        AS created (record_id, row_guid, office_id, actor_kind, actor_id);
    INSERT INTO event (tenant_id, event_type_id, entity_id, occurred_at)
    SELECT p_tenant_id, p_event_type_id, record_id, changed_at FROM unnest(p_record_ids) AS created (record_id);
    RETURN changed_at;
  END
  $$;
