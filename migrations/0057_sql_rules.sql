-- What the rules for SQL in docs/adding-an-endpoint.md ask of functions and columns. They let the tenants of an installation be on
-- several servers. What a single server does stays the same.

-- STABLE, because a volatile function must not be in an UPDATE. A function in PL/pgSQL still takes the time when it comes to
-- the expression, and not earlier: record_change() takes the transaction id first and the time second, as before. PL/pgSQL,
-- because PostgreSQL does not inline a function in SQL that is less volatile than its body, and each statement would then
-- parse it again.
CREATE OR REPLACE FUNCTION clock_now() RETURNS timestamptz
  LANGUAGE plpgsql STABLE PARALLEL SAFE
  AS $$ BEGIN RETURN clock_timestamp(); END $$;

-- Fails in a session that never set a tenant, instead of hiding all rows. The empty text is the control plane, as before.
CREATE OR REPLACE FUNCTION current_tenant_id() RETURNS integer
  LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT NULLIF(current_setting('app.tenant_id'), '')::integer $$;

-- The next id of a table. The default of a column names the table and not the sequence, so the sequence is no part of the
-- table, and each server can have its own.
CREATE FUNCTION next_id(p_table text) RETURNS bigint
  LANGUAGE sql VOLATILE
  AS $$ SELECT nextval((p_table || '_id_seq')::regclass) $$;

DO $$
DECLARE
  next bigint := nextval('webhook_registration_id_seq');
  one record;
BEGIN
  -- Drops the sequence of the column too.
  ALTER TABLE webhook_registration ALTER COLUMN id DROP IDENTITY;
  CREATE SEQUENCE webhook_registration_id_seq AS integer;
  PERFORM setval('webhook_registration_id_seq', next, false);
  ALTER TABLE webhook_registration ALTER COLUMN id SET DEFAULT nextval('webhook_registration_id_seq');
  FOR one IN
    SELECT relname AS name
      FROM pg_attrdef JOIN pg_class ON pg_class.oid = adrelid JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
     WHERE relnamespace = 'public'::regnamespace AND attname = 'id'
       AND pg_get_expr(adbin, adrelid) = format('nextval(%L::regclass)', relname || '_id_seq')
  LOOP
    EXECUTE format('ALTER TABLE %I ALTER COLUMN id SET DEFAULT next_id(%L)', one.name, one.name);
  END LOOP;
END
$$;

-- Rows that depend on what another part of the same statement wrote. INSERT … SELECT from a WITH clause would write them past
-- the policy of the table if the data is on several servers.

CREATE FUNCTION add_company_activity(
  p_tenant_id integer, p_company_id integer, p_kind text, p_text text, p_entity text, p_entity_id integer,
  p_user_id integer, p_api_client_id integer, p_occurred_at timestamptz
) RETURNS integer
  LANGUAGE plpgsql VOLATILE
  AS $$
  DECLARE added integer;
  BEGIN
    INSERT INTO company_activity (tenant_id, company_id, kind, text, entity, entity_id, user_id, api_client_id, occurred_at)
    VALUES (p_tenant_id, p_company_id, p_kind, p_text, p_entity, p_entity_id, p_user_id, p_api_client_id,
            coalesce(p_occurred_at, clock_now()))
    RETURNING id INTO added;
    RETURN added;
  END
  $$;

CREATE FUNCTION add_candidate_status_entry(
  p_tenant_id integer, p_candidate_id integer, p_status_id integer, p_comment text, p_set_at timestamptz,
  p_application_id integer
) RETURNS integer
  LANGUAGE plpgsql VOLATILE
  AS $$
  DECLARE added integer;
  BEGIN
    INSERT INTO candidate_status_entry (tenant_id, candidate_id, status_id, comment, set_at, application_id)
    VALUES (p_tenant_id, p_candidate_id, p_status_id, p_comment, p_set_at, p_application_id)
    RETURNING id INTO added;
    RETURN added;
  END
  $$;

CREATE FUNCTION add_request_status_entry(
  p_tenant_id integer, p_request_id integer, p_status_id integer, p_comment text, p_set_at timestamptz
) RETURNS integer
  LANGUAGE plpgsql VOLATILE
  AS $$
  DECLARE added integer;
  BEGIN
    INSERT INTO customer_request_status_entry (tenant_id, request_id, status_id, comment, set_at)
    VALUES (p_tenant_id, p_request_id, p_status_id, p_comment, p_set_at)
    RETURNING id INTO added;
    RETURN added;
  END
  $$;

CREATE FUNCTION add_job_ad_publication(p_tenant_id integer, p_job_ad_id integer, p_published_at timestamptz)
  RETURNS boolean
  LANGUAGE plpgsql VOLATILE
  AS $$
  BEGIN
    INSERT INTO job_ad_publication (tenant_id, job_ad_id, published_at)
    VALUES (p_tenant_id, p_job_ad_id, p_published_at);
    RETURN true;
  END
  $$;

-- As in 0041_document_quotas.sql, with the sum in a statement of its own.
CREATE OR REPLACE FUNCTION set_document_quota(p_tenant_id integer, p_quota_bytes bigint) RETURNS void
  LANGUAGE plpgsql VOLATILE
  AS $$
  DECLARE used bigint;
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('document_quota ' || p_tenant_id, 0));
    DELETE FROM document_quota WHERE tenant_id = p_tenant_id;
    IF p_quota_bytes IS NOT NULL THEN
      used := coalesce((SELECT sum(size_bytes) FROM document WHERE tenant_id = p_tenant_id), 0)
              + coalesce((SELECT sum(size_bytes) FROM communication_attachment WHERE tenant_id = p_tenant_id), 0)
              + coalesce((SELECT sum(size_bytes) FROM candidate_picture WHERE tenant_id = p_tenant_id), 0);
      INSERT INTO document_quota (tenant_id, quota_bytes, used_bytes) VALUES (p_tenant_id, p_quota_bytes, used);
    END IF;
  END
  $$;

-- As in 0048_live.sql, in PL/pgSQL.
CREATE OR REPLACE FUNCTION notify_live(p_tenant_id integer, p_payload text) RETURNS void
  LANGUAGE plpgsql
  AS $$
  BEGIN
    IF EXISTS (SELECT FROM tenant WHERE id = p_tenant_id AND live_until > clock_now()) THEN
      PERFORM pg_notify('live', p_tenant_id || ' ' || p_payload);
    END IF;
  END
  $$;

-- As in 0030_webhook_turns.sql, in PL/pgSQL.
CREATE OR REPLACE FUNCTION sealed_webhook_secrets(p_tenant_id integer) RETURNS text[]
  LANGUAGE plpgsql VOLATILE
  AS $$
  BEGIN
    RETURN (
      SELECT array_remove(ARRAY[webhook_secret_sealed,
               CASE WHEN webhook_secret_rotated_at > clock_now() - interval '7 days'
                    THEN webhook_previous_secret_sealed END], NULL)
        FROM tenant WHERE id = p_tenant_id);
  END
  $$;

-- As in 0034_traces.sql, in PL/pgSQL, and both tables are compared with the tenant.
CREATE OR REPLACE FUNCTION due_webhook_calls(
  p_tenant_id integer, p_registration_id integer, p_lease timestamptz, p_except uuid[], p_limit integer
) RETURNS json
  LANGUAGE plpgsql VOLATILE
  AS $$
  BEGIN
    RETURN (
      SELECT coalesce(json_agg(json_build_object(
               'id', due.id, 'eventTypeId', due.event_type_id, 'entityId', due.entity_id,
               'additionalData', due.additional_data, 'occurredAt', utc(due.occurred_at), 'url', due.url,
               'roundAttempts', due.round_attempts, 'traceparent', due.traceparent,
               'isInOrder', due.is_in_order AND due.round_attempts = 0) ORDER BY due.next_attempt_at), '[]')
        FROM (SELECT delivery.*
                FROM webhook_delivery AS delivery
                JOIN webhook_registration AS registration
                  ON registration.tenant_id = p_tenant_id AND registration.id = delivery.registration_id
               WHERE delivery.tenant_id = p_tenant_id AND delivery.registration_id = p_registration_id
                 AND delivery.next_attempt_at <= clock_now() AND delivery.id <> ALL (p_except)
                 AND registration.paused_at IS NULL AND registration.busy_until = p_lease
               ORDER BY delivery.next_attempt_at
               LIMIT p_limit) AS due);
  END
  $$;

-- As in 0030_webhook_turns.sql, with the time in a variable. It is taken after the row is locked: a turn that ended while
-- this one waited for the lock is over.
CREATE OR REPLACE FUNCTION take_webhook_turn(
  p_tenant_id integer, p_registration_id integer, p_turn interval, p_limit integer,
  OUT is_busy boolean, OUT busy_seconds double precision, OUT lease text, OUT error_count integer,
  OUT is_paused boolean, OUT data_type_id integer, OUT sealed_secrets text[], OUT due json
) RETURNS SETOF record
  LANGUAGE plpgsql VOLATILE
  AS $$
  DECLARE
    registration webhook_registration;
    moment timestamptz;
    turn_end timestamptz;
  BEGIN
    PERFORM without_waiting_for_disk();
    SELECT * INTO registration FROM webhook_registration AS r
     WHERE r.tenant_id = p_tenant_id AND r.id = p_registration_id FOR NO KEY UPDATE;
    IF registration.id IS NULL THEN RETURN; END IF;
    moment := clock_now();
    is_busy := coalesce(registration.busy_until > moment, false);
    turn_end := CASE WHEN is_busy THEN registration.busy_until ELSE moment + p_turn END;
    UPDATE webhook_registration AS r SET is_wanted = is_busy, busy_until = turn_end
     WHERE r.tenant_id = p_tenant_id AND r.id = p_registration_id;
    busy_seconds := extract(epoch FROM turn_end - moment);
    IF NOT is_busy THEN
      lease := turn_end::text;
      error_count := registration.error_count;
      is_paused := registration.paused_at IS NOT NULL;
      data_type_id := coalesce((SELECT s.data_type_id FROM webhook_setting AS s WHERE s.tenant_id = p_tenant_id), 1482);
      sealed_secrets := sealed_webhook_secrets(p_tenant_id);
      due := due_webhook_calls(p_tenant_id, p_registration_id, turn_end, '{}', p_limit);
    END IF;
    RETURN NEXT;
  END
  $$;

-- As in 0035_mail.sql, with the time in a variable, which is taken after the row is locked.
CREATE OR REPLACE FUNCTION record_webhook_results(
  p_tenant_id integer, p_registration_id integer, p_lease timestamptz, p_turn interval, p_threshold integer,
  p_results json, p_paused_reason text, p_ends boolean, p_notifies boolean DEFAULT false,
  OUT lease text, OUT error_count integer, OUT is_paused boolean, OUT is_wanted boolean
) RETURNS SETOF record
  LANGUAGE plpgsql VOLATILE
  AS $$
  DECLARE
    registration webhook_registration;
    success boolean;
    had_success boolean := false;
    turn_end timestamptz;
    moment timestamptz;
    moment_seconds double precision;
  BEGIN
    PERFORM without_waiting_for_disk();
    SELECT * INTO registration FROM webhook_registration AS r
     WHERE r.tenant_id = p_tenant_id AND r.id = p_registration_id FOR NO KEY UPDATE;
    moment := clock_now();
    moment_seconds := extract(epoch FROM moment);
    UPDATE webhook_delivery AS delivery
       SET send_status_id = result.status, reason = result.reason,
           attempts = least(attempts + 1, 32767), round_attempts = least(round_attempts + 1, 32767),
           latency_ms = result.latency, answer_excerpt = result.excerpt, last_attempt_at = moment,
           -- A call that was dropped while it ran is not planned again by its outcome.
           next_attempt_at = CASE WHEN next_attempt_at IS NOT NULL AND NOT result.success
                                  THEN to_timestamp(moment_seconds + result.retry) END
      FROM json_to_recordset(p_results)
           AS result (id uuid, status smallint, success boolean, reason text, latency integer, excerpt text, retry float8)
     WHERE delivery.tenant_id = p_tenant_id AND delivery.id = result.id;
    IF registration.id IS NULL THEN RETURN; END IF;

    error_count := registration.error_count;
    FOR success IN SELECT (result ->> 'success')::boolean FROM json_array_elements(p_results) AS result LOOP
      had_success := had_success OR success;
      -- The counter stops where the registration is paused.
      CONTINUE WHEN registration.paused_at IS NOT NULL OR error_count >= p_threshold;
      error_count := CASE WHEN success THEN 0 ELSE error_count + 1 END;
    END LOOP;
    is_paused := registration.paused_at IS NOT NULL OR error_count >= p_threshold;
    turn_end := registration.busy_until;
    IF turn_end = p_lease THEN
      IF turn_end < moment + p_turn * 2 / 3 THEN turn_end := moment + p_turn; END IF;
      lease := turn_end::text;
    END IF;
    UPDATE webhook_registration AS r
       SET error_count = record_webhook_results.error_count,
           paused_at = CASE WHEN is_paused THEN coalesce(r.paused_at, moment) END,
           last_success_at = CASE WHEN had_success THEN moment ELSE r.last_success_at END,
           busy_until = turn_end
     WHERE r.tenant_id = p_tenant_id AND r.id = p_registration_id;
    IF p_notifies AND is_paused AND registration.paused_at IS NULL THEN
      PERFORM graphile_worker.add_job('send-mail',
        json_build_object('kind', 'webhookPaused', 'tenantId', p_tenant_id, 'id', p_registration_id),
        queue_name := 'send-mail', max_attempts := 17, priority := 10,
        job_key := 'send-mail:webhookPaused:' || p_tenant_id || ':' || p_registration_id);
    END IF;
    -- Those never called are skipped, those that failed stay so.
    IF is_paused THEN
      UPDATE webhook_delivery
         SET next_attempt_at = NULL, reason = CASE WHEN send_status_id IS NULL THEN p_paused_reason ELSE reason END,
             send_status_id = coalesce(send_status_id, 132)
       WHERE tenant_id = p_tenant_id AND registration_id = p_registration_id AND next_attempt_at IS NOT NULL;
    END IF;
    IF p_ends AND lease IS NOT NULL THEN
      is_wanted := give_webhook_turn_back(p_tenant_id, p_registration_id, turn_end);
    END IF;
    RETURN NEXT;
  END
  $$;
