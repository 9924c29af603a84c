-- Who made a change, and the names of the properties that it changed, for the history of a record. Never values: entries
-- outlive erased records. Entries from before this migration have neither.
ALTER TABLE change_log
  ADD COLUMN actor_kind text CHECK (actor_kind IN ('user', 'client', 'portal', 'system', 'operator')),
  -- The id of the user or of the API client.
  ADD COLUMN actor_id integer,
  ADD COLUMN event_type_id smallint,
  -- Paths such as contact.email, and names of lists such as languages. Empty for a record of which only a part with its own
  -- entry changed.
  ADD COLUMN properties text[],
  -- The record whose history shows the entry: the candidate of a document, the company of a site, work location, or contact.
  ADD COLUMN owner_id integer;

-- Histories also show the documents of earlier days. Tables with FORCE ROW LEVEL SECURITY show only rows of the session's
-- tenant, also to their owner. Before the indexes, so that the update does not write them.
DO $$
DECLARE id integer;
BEGIN
  FOR id IN SELECT tenant.id FROM tenant LOOP
    PERFORM set_config('app.tenant_id', id::text, true);
    UPDATE change_log SET owner_id = (attributes->>'candidateId')::integer
     WHERE tenant_id = id AND entity = 'document';
  END LOOP;
  PERFORM set_config('app.tenant_id', '', true);
END
$$;

-- Each entry is in at most one of the two.
CREATE INDEX change_log_by_record ON change_log (tenant_id, entity, record_id, generation, transaction_id, sequence)
  WHERE owner_id IS NULL AND properties IS DISTINCT FROM '{}'::text[];
CREATE INDEX change_log_by_owner ON change_log (tenant_id, entity, owner_id, generation, transaction_id, sequence)
  WHERE owner_id IS NOT NULL;

-- As in 0042_settled_boundary.sql, with the actor, the properties, the event type, and the owner. The new parameters have
-- defaults, so that processes of the version before can still write while they are replaced.
DROP FUNCTION record_change(integer, text, integer, uuid, text, integer, integer, jsonb, integer, integer, jsonb, text);

CREATE FUNCTION record_change(
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
    INSERT INTO change_log (tenant_id, transaction_id, sequence, entity, record_id, row_guid, kind, office_id,
                            previous_office_id, attributes, changed_at, actor_kind, actor_id, event_type_id, properties,
                            owner_id)
    VALUES (p_tenant_id, own_transaction, nextval('change_log_sequence'), p_entity, p_record_id, p_row_guid, p_kind,
            p_office_id, p_previous_office_id, p_attributes, changed_at, p_actor_kind, p_actor_id, p_event_type_id,
            p_properties, owner);
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
