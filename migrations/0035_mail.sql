-- Mail to applicants and users: what a tenant sets, links that set a password, and limits per recipient. The mails
-- themselves are jobs of the queue, which hold ids only.

CREATE TABLE mail_setting (
  tenant_id integer PRIMARY KEY REFERENCES tenant (id),
  -- Where answers of applicants go. NULL: to the sender of the installation.
  reply_to text,
  -- Who is told of a paused webhook registration. NULL: the users who may write webhooks.
  contact_address text,
  confirms_portal_applications boolean NOT NULL DEFAULT true,
  -- Most career sites send their own confirmation.
  confirms_api_applications boolean NOT NULL DEFAULT false
);
CALL protect_tenant_table('mail_setting');

-- Texts that replace the built-in ones.
CREATE TABLE mail_template (
  tenant_id integer NOT NULL REFERENCES tenant (id),
  name text NOT NULL,
  language text NOT NULL CHECK (language IN ('de', 'en')),
  subject text NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (tenant_id, name, language)
);
CALL protect_tenant_table('mail_template');

-- A request to reset the password of an address. Written in the same way whether a user has the address or not, so that
-- nobody learns it from the response or its time. The address is a hash, as in user_sign_in. Unlogged: who loses the
-- request in a crash asks again.
CREATE UNLOGGED TABLE password_reset_request (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email_sha256 bytea NOT NULL,
  language text NOT NULL CHECK (language IN ('de', 'en')),
  created_at timestamptz NOT NULL DEFAULT clock_now()
);

-- A link that sets a password once. Found by its token before the tenant of a request is known, so not behind row-level
-- security.
CREATE TABLE password_link (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  tenant_id integer NOT NULL,
  user_id integer NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('reset', 'invitation')),
  language text NOT NULL CHECK (language IN ('de', 'en')),
  -- A request that is processed again adds no second link.
  request_id uuid,
  -- SHA-256 of the token, once the link is sent. The token is computed from the id and the master key.
  token_sha256 bytea UNIQUE,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  expires_at timestamptz NOT NULL,
  FOREIGN KEY (tenant_id, user_id) REFERENCES user_account (tenant_id, id) ON DELETE CASCADE,
  UNIQUE (tenant_id, user_id, request_id)
);
CREATE INDEX password_link_by_expiry ON password_link (expires_at);

-- A new password, a new address, and a deactivation end all links of the user.
CREATE FUNCTION end_password_links() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    DELETE FROM password_link WHERE tenant_id = NEW.tenant_id AND user_id = NEW.id;
    RETURN NULL;
  END
  $$;
CREATE TRIGGER user_account_password_links AFTER UPDATE OF email_match, is_active, password_hash ON user_account
  FOR EACH ROW WHEN (OLD.email_match IS DISTINCT FROM NEW.email_match OR NOT NEW.is_active
                     OR OLD.password_hash IS DISTINCT FROM NEW.password_hash)
  EXECUTE FUNCTION end_password_links();

-- Limits that outlast a minute, by a keyed hash of what is limited. Unlogged: losing them in a crash costs a few mails.
CREATE UNLOGGED TABLE mail_quota (
  subject bytea PRIMARY KEY,
  taken_at timestamptz[] NOT NULL
);

-- As in 0030_webhook_turns.sql. With p_notifies, the pause of a registration adds the job of its mail, in the same
-- transaction. The default lets processes of the version before call it until they have stopped.
DROP FUNCTION record_webhook_results(integer, integer, timestamptz, interval, integer, json, text, boolean);
CREATE FUNCTION record_webhook_results(
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
  BEGIN
    PERFORM without_waiting_for_disk();
    SELECT * INTO registration FROM webhook_registration AS r
     WHERE r.tenant_id = p_tenant_id AND r.id = p_registration_id FOR NO KEY UPDATE;
    UPDATE webhook_delivery AS delivery
       SET send_status_id = result.status, reason = result.reason,
           attempts = least(attempts + 1, 32767), round_attempts = least(round_attempts + 1, 32767),
           latency_ms = result.latency, answer_excerpt = result.excerpt, last_attempt_at = clock_now(),
           -- A call that was dropped while it ran is not planned again by its outcome.
           next_attempt_at = CASE WHEN next_attempt_at IS NOT NULL AND NOT result.success
                                  THEN clock_now() + make_interval(secs => result.retry) END
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
      IF turn_end < clock_now() + p_turn * 2 / 3 THEN turn_end := clock_now() + p_turn; END IF;
      lease := turn_end::text;
    END IF;
    UPDATE webhook_registration AS r
       SET error_count = record_webhook_results.error_count,
           paused_at = CASE WHEN is_paused THEN coalesce(r.paused_at, clock_now()) END,
           last_success_at = CASE WHEN had_success THEN clock_now() ELSE r.last_success_at END,
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
