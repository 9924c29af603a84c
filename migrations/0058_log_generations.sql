-- Transaction ids order the change log, and they are comparable only within one history of one server. A generation of a tenant's
-- log is the part that one such history wrote. Until now, all tenants had the same generation, and only a restore began the
-- next. Now a server that finds the name of another one begins it by itself, for each tenant: after a restore, after a
-- failover to a standby, and when a tenant came from another server.

-- The history of transaction ids that this server writes. A standby that becomes the primary, and a server that was restored
-- to a moment, have another timeline than the server that they come from, and may assign its last ids again.
CREATE FUNCTION this_server() RETURNS text
  LANGUAGE plpgsql STABLE
  AS $$
  DECLARE system text := current_setting('app.system_identifier', true);
  BEGIN
    -- It is in a file, which a session reads once. The timeline can change during a session.
    IF coalesce(system, '') = '' THEN
      system := (pg_control_system()).system_identifier;
      PERFORM set_config('app.system_identifier', system, false);
    END IF;
    RETURN system || '.' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8);
  END
  $$;

-- A tenant without a row has no change yet.
CREATE TABLE log_generation (
  tenant_id integer PRIMARY KEY,
  generation integer NOT NULL,
  -- this_server() of the server whose transaction ids the generation has.
  server text NOT NULL
);
CALL protect_tenant_table('log_generation');

-- Generations to which no change is added any more, and what this installation has of each. A cursor that has seen more, or that
-- is of a generation which is neither here nor the present one, comes from a history that was lost.
CREATE TABLE ended_log_generation (
  tenant_id integer NOT NULL,
  generation integer NOT NULL,
  -- pg_snapshot of the backup whose restore ended the generation.
  snapshot text,
  -- Otherwise the last change. Both are null if neither is known.
  last_transaction_id bigint,
  last_sequence bigint,
  ended_at timestamptz NOT NULL DEFAULT clock_now(),
  PRIMARY KEY (tenant_id, generation)
);
CALL protect_tenant_table('ended_log_generation');

-- Tenant by tenant, because tables with FORCE ROW LEVEL SECURITY accept only rows of the session's tenant, also from their owner.
DO $$
DECLARE
  one integer;
  present integer := (SELECT generation FROM change_log_state);
  own_transaction bigint := pg_current_xact_id()::text::bigint;
BEGIN
  FOR one IN SELECT id FROM tenant LOOP
    PERFORM set_config('app.tenant_id', one::text, true);
    INSERT INTO ended_log_generation (tenant_id, generation, snapshot, ended_at)
    SELECT one, ended.generation, ended.snapshot, ended.ended_at FROM ended_generation AS ended;
    -- The database may have come here by pg_restore just now. Then its log is ahead of this server.
    INSERT INTO log_generation (tenant_id, generation, server)
    SELECT one, present,
           CASE WHEN EXISTS (SELECT FROM change_log AS log
                              WHERE log.tenant_id = one AND log.generation = present
                                AND log.transaction_id > own_transaction)
                THEN 'unknown' ELSE this_server() END;
  END LOOP;
  PERFORM set_config('app.tenant_id', '', true);
END
$$;

DROP TABLE change_log_state, ended_generation;
-- Only record_change() and record_creations() write the log, with the generation of the tenant.
ALTER TABLE change_log ALTER COLUMN generation DROP DEFAULT;

-- The generation of the tenant's changes from now on. Begins one if another server wrote the last. A transaction calls it after it
-- has its id. Of two that come at once, the second waits for the first and finds its work done.
CREATE FUNCTION own_log_generation(p_tenant_id integer) RETURNS integer
  LANGUAGE plpgsql VOLATILE
  AS $$
  DECLARE
    own_server text := this_server();
    present integer := (SELECT generation FROM log_generation WHERE tenant_id = p_tenant_id AND server = own_server);
    present_minute integer;
    current log_generation;
    last record;
  BEGIN
    IF present IS NOT NULL THEN RETURN present; END IF;

    INSERT INTO log_generation (tenant_id, generation, server) VALUES (p_tenant_id, 0, 'none')
    ON CONFLICT (tenant_id) DO NOTHING;
    SELECT * INTO current FROM log_generation WHERE tenant_id = p_tenant_id FOR UPDATE;
    IF current.server = own_server THEN RETURN current.generation; END IF;
    IF current.generation > 0 THEN
      SELECT kept.transaction_id, kept.sequence INTO last
        FROM (SELECT transaction_id, sequence FROM change_log
               WHERE tenant_id = p_tenant_id AND generation = current.generation
               UNION ALL
              SELECT transaction_id, sequence FROM change_horizon
               WHERE tenant_id = p_tenant_id AND generation = current.generation) AS kept
       ORDER BY kept.transaction_id DESC, kept.sequence DESC
       LIMIT 1;
      INSERT INTO ended_log_generation (tenant_id, generation, last_transaction_id, last_sequence)
      VALUES (p_tenant_id, current.generation, coalesce(last.transaction_id, 0), coalesce(last.sequence, 0));
    END IF;
    -- Minutes since 1970 instead of a count: two copies that continue from the same state have different generations, so that
    -- nobody takes a cursor of one for a cursor of the other.
    present_minute := extract(epoch FROM clock_timestamp()) / 60;
    UPDATE log_generation SET generation = greatest(current.generation + 1, present_minute), server = own_server
     WHERE tenant_id = p_tenant_id
    RETURNING * INTO current;
    RETURN current.generation;
  END
  $$;

-- What a reader may take as final: all changes of earlier generations, and those of this one whose transaction id is below the
-- ceiling. If another server wrote the generation, all of its changes are final: the next one is in another generation.
CREATE FUNCTION log_ceiling(p_tenant_id integer, OUT generation integer, OUT ceiling bigint)
  LANGUAGE plpgsql STABLE
  AS $$
  DECLARE own log_generation;
  BEGIN
    SELECT * INTO own FROM log_generation AS stored WHERE stored.tenant_id = p_tenant_id;
    generation := coalesce(own.generation, 0);
    ceiling := CASE WHEN own.server = this_server() THEN pg_snapshot_xmin(pg_current_snapshot())::text::bigint
                    ELSE 9223372036854775807 END;
  END
  $$;

-- As in 0044_change_actors.sql, with the generation of the tenant.
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
    clock timestamptz := clock_now();
    boundary timestamptz := (SELECT settled_until FROM change_boundary WHERE tenant_id = p_tenant_id);
    changed_at timestamptz := greatest(clock, boundary);
    owner integer := CASE WHEN p_entity = 'document' THEN (p_attributes->>'candidateId')::integer
                          WHEN p_entity IN ('site', 'location', 'contact') THEN (p_additional_data->>'customerId')::integer END;
    own_event uuid;
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

-- As in 0056_batched_creations.sql, with the generation of the tenant.
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
    INSERT INTO event (tenant_id, event_type_id, entity_id, occurred_at)
    SELECT p_tenant_id, p_event_type_id, record_id, changed_at FROM unnest(p_record_ids) AS created (record_id);
    RETURN changed_at;
  END
  $$;
