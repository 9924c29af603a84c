-- Webhook registrations, the deliveries that are at once the work to do and the protocol of what was done, and the
-- secret's overlap.

-- Signs beside the present secret for some days after a rotation.
ALTER TABLE tenant ADD COLUMN webhook_previous_secret_sealed text, ADD COLUMN webhook_secret_rotated_at timestamptz;

CREATE TABLE webhook_registration (
  tenant_id integer NOT NULL,
  id integer GENERATED ALWAYS AS IDENTITY,
  event_type_id smallint NOT NULL,
  -- As it was sent; the key is the SHA-256 of its normal form, so that one address has one spelling, and addresses of
  -- any length fit the index.
  url text NOT NULL,
  url_key text NOT NULL,
  error_count smallint NOT NULL DEFAULT 0,
  paused_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  last_success_at timestamptz,
  -- Until then one process alone makes the calls of this registration. Not cleared by a process that dies.
  busy_until timestamptz,
  -- Somebody wanted to make the calls meanwhile: the one who does has to look again before it ends.
  is_wanted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT webhook_registration_pair UNIQUE (tenant_id, event_type_id, url_key)
);
CALL protect_tenant_table('webhook_registration');

CREATE TABLE webhook_setting (
  tenant_id integer PRIMARY KEY,
  data_type_id smallint NOT NULL CHECK (data_type_id IN (1482, 1483))
);
CALL protect_tenant_table('webhook_setting');

CREATE TABLE webhook_delivery (
  tenant_id integer NOT NULL,
  -- Also the webhook-id of every attempt.
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- No foreign key: it would lock the registration's row for the length of each change. A change that runs beside an
  -- unsubscription may leave a delivery of a registration that is gone; the next drain drops it.
  registration_id integer,
  event_id uuid NOT NULL,
  event_type_id smallint NOT NULL,
  entity_id integer NOT NULL,
  additional_data jsonb,
  occurred_at timestamptz NOT NULL,
  url text NOT NULL,
  -- Null until the first call is over.
  send_status_id smallint CHECK (send_status_id IN (130, 131, 132)),
  reason text,
  attempts smallint NOT NULL DEFAULT 0,
  -- Calls since it was last put in the queue; the place in the retry schedule.
  round_attempts smallint NOT NULL DEFAULT 0,
  latency_ms integer,
  answer_excerpt text,
  last_attempt_at timestamptz,
  -- Set exactly while another call is to be made.
  next_attempt_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX webhook_delivery_pending ON webhook_delivery (tenant_id, registration_id, next_attempt_at)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX webhook_delivery_by_time ON webhook_delivery (tenant_id, occurred_at);
CALL protect_tenant_table('webhook_delivery');

-- Adds the job that makes the calls of a registration. Of each purpose one job waits at most: a further one replaces
-- it and its time; beside one that runs already a second is made, so that what is committed with this call is seen by
-- a job that begins after the commit. The purposes are apart, so that a retry planned for later never moves a new
-- event's job to its own time.
CREATE FUNCTION wake_webhook(
  p_tenant_id integer, p_registration_id integer, p_delay interval, p_purpose text
) RETURNS void
  LANGUAGE plpgsql VOLATILE
  AS $$
  BEGIN
    PERFORM graphile_worker.add_job(
      'deliver_webhooks',
      json_build_object('tenantId', p_tenant_id, 'registrationId', p_registration_id),
      -- The queue runs on the machine's time, deliveries on clock_now(): only the distance is common to both.
      run_at := clock_timestamp() + p_delay,
      job_key := concat_ws(':', 'webhook', p_tenant_id, p_registration_id, p_purpose),
      max_attempts := 25);
  END
  $$;

-- Runs at the commit: a job's row is locked from add_job to the end of the transaction, and taken earlier it would
-- make the changes of a tenant wait for each other. Sorted, so that two transactions cannot wait in a circle.
CREATE FUNCTION wake_webhooks_of_transaction() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    waiting text := current_setting('app.webhooks_to_wake', true);
  BEGIN
    IF coalesce(waiting, '') <> '' THEN
      PERFORM set_config('app.webhooks_to_wake', '', true);
      PERFORM wake_webhook(NEW.tenant_id, registration_id, interval '0', 'new')
         FROM (SELECT DISTINCT part::integer AS registration_id
                 FROM unnest(string_to_array(trim(both ',' FROM waiting), ',')) AS part
                WHERE part <> '' ORDER BY 1) AS sorted;
    END IF;
    RETURN NULL;
  END
  $$;

CREATE CONSTRAINT TRIGGER webhook_delivery_wake AFTER INSERT ON webhook_delivery
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.next_attempt_at IS NOT NULL)
  EXECUTE FUNCTION wake_webhooks_of_transaction();

-- As in 0003_changes.sql, and for each registration of the event a delivery. Where there is none, the look-up in the
-- index webhook_registration_pair is all that is added.
CREATE OR REPLACE FUNCTION record_change(
  p_tenant_id integer, p_entity text, p_record_id integer, p_row_guid uuid, p_kind text,
  p_office_id integer, p_previous_office_id integer, p_attributes jsonb,
  p_event_type_id integer, p_event_entity_id integer, p_additional_data jsonb
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
                                      occurred_at, url, send_status_id, reason, next_attempt_at)
        SELECT p_tenant_id, id, own_event, p_event_type_id, coalesce(p_event_entity_id, p_record_id),
               p_additional_data, changed_at, url,
               CASE WHEN paused_at IS NOT NULL THEN 132 END,
               CASE WHEN paused_at IS NOT NULL THEN 'The registration was paused.' END,
               CASE WHEN paused_at IS NULL THEN changed_at END
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
