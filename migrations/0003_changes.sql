-- The change log, the outbox of events, and the one function that writes both in the transaction of a change.

CREATE SEQUENCE change_log_sequence AS bigint CACHE 1;

-- generation, transaction id, sequence: the order in which a reader may consume changes without ever missing
-- one. A transaction id is only comparable within one database cluster; after a restore into another one the
-- column default of generation is raised (server/core/db/migrate.ts), so all older rows sort before it.
CREATE TABLE change_log (
  tenant_id integer NOT NULL,
  generation smallint NOT NULL DEFAULT 1,
  transaction_id bigint NOT NULL,
  sequence bigint NOT NULL,
  entity text NOT NULL,
  record_id integer NOT NULL,
  row_guid uuid,
  kind text NOT NULL CHECK (kind IN ('new', 'modified', 'deleted')),
  office_id integer,
  -- Set when the change moved the record between branches: whoever follows the branch it left must hear of it.
  previous_office_id integer,
  -- References that an entry of this entity shows (a document's candidate and category). Never personal data:
  -- entries outlive erased records.
  attributes jsonb,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, generation, transaction_id, sequence)
);

-- The generation that new rows get: the column default above, readable.
CREATE TABLE change_log_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  generation smallint NOT NULL
);
INSERT INTO change_log_state (generation) VALUES (1);

CREATE INDEX change_log_by_time ON change_log (tenant_id, entity, changed_at);
CALL protect_tenant_table('change_log');

-- The greatest position that retention has removed for a tenant. A cursor below it has missed entries.
CREATE TABLE change_horizon (
  tenant_id integer PRIMARY KEY,
  generation smallint NOT NULL,
  transaction_id bigint NOT NULL,
  sequence bigint NOT NULL
);
CALL protect_tenant_table('change_horizon');

-- The outbox. An event refers to a record; it never carries its data.
CREATE TABLE event (
  tenant_id integer NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  event_type_id smallint NOT NULL,
  entity_id integer NOT NULL,
  additional_data jsonb,
  occurred_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX event_by_time ON event (tenant_id, occurred_at);
CALL protect_tenant_table('event');

-- Writes one change and its event. Called in the statement that makes the change, so that neither can exist
-- without the other.
--
-- The order of the first two assignments is what makes the streams exact: the transaction id first, the time
-- after it. A reader that looks after the end of a window then finds the transaction of every time inside the
-- window either ended or in its list of running ones, and waits for it. Time first would leave a moment in
-- which a transaction holds a time of the window and no id to wait for.
CREATE FUNCTION record_change(
  p_tenant_id integer, p_entity text, p_record_id integer, p_row_guid uuid, p_kind text,
  p_office_id integer, p_previous_office_id integer, p_attributes jsonb,
  p_event_type_id integer, p_event_entity_id integer, p_additional_data jsonb
) RETURNS timestamptz
  LANGUAGE plpgsql VOLATILE
  AS $$
  DECLARE
    own_transaction bigint := pg_current_xact_id()::text::bigint;
    changed_at timestamptz := clock_now();
  BEGIN
    INSERT INTO change_log (tenant_id, transaction_id, sequence, entity, record_id, row_guid, kind, office_id,
                            previous_office_id, attributes, changed_at)
    VALUES (p_tenant_id, own_transaction, nextval('change_log_sequence'), p_entity, p_record_id, p_row_guid, p_kind,
            p_office_id, p_previous_office_id, p_attributes, changed_at);
    IF p_event_type_id IS NOT NULL THEN
      INSERT INTO event (tenant_id, event_type_id, entity_id, additional_data, occurred_at)
      VALUES (p_tenant_id, p_event_type_id, coalesce(p_event_entity_id, p_record_id), p_additional_data, changed_at);
    END IF;
    RETURN changed_at;
  END
  $$;
