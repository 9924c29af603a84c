-- Wakes the processes that send the live stream. A notification arrives when its transaction commits, and several of one
-- transaction with the same payload arrive once. The payload is the tenant, what changed, and for whom, if not for all.
--
-- PostgreSQL commits transactions with notifications one after the other. So only tenants with an open stream have them: the
-- processes that send streams keep this time ahead.
ALTER TABLE tenant ADD COLUMN live_until timestamptz;

CREATE FUNCTION notify_live(p_tenant_id integer, p_payload text) RETURNS void
  LANGUAGE sql
  AS $$
    SELECT pg_notify('live', p_tenant_id || ' ' || p_payload)
      FROM tenant WHERE id = p_tenant_id AND live_until > clock_now()
  $$;

CREATE FUNCTION notify_live_change() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM notify_live(NEW.tenant_id, 'change');
    RETURN NULL;
  END
  $$;
CREATE TRIGGER change_log_live AFTER INSERT ON change_log FOR EACH ROW EXECUTE FUNCTION notify_live_change();

CREATE FUNCTION notify_live_notification() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM notify_live(NEW.tenant_id, 'notification ' || NEW.user_id);
    RETURN NULL;
  END
  $$;
CREATE TRIGGER notification_live AFTER INSERT OR UPDATE ON notification
  FOR EACH ROW EXECUTE FUNCTION notify_live_notification();

-- The user who had the task and the one who has it now.
CREATE FUNCTION notify_live_task() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    IF TG_OP <> 'INSERT' THEN
      PERFORM notify_live(OLD.tenant_id, 'task ' || OLD.assignee_id);
    END IF;
    IF TG_OP <> 'DELETE' THEN
      PERFORM notify_live(NEW.tenant_id, 'task ' || NEW.assignee_id);
    END IF;
    RETURN NULL;
  END
  $$;
CREATE TRIGGER task_live AFTER INSERT OR UPDATE OR DELETE ON task FOR EACH ROW EXECUTE FUNCTION notify_live_task();

-- A session that ends also ends its streams.
CREATE FUNCTION notify_live_session() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM notify_live(OLD.tenant_id, 'session');
    RETURN NULL;
  END
  $$;
CREATE TRIGGER user_session_live AFTER DELETE ON user_session FOR EACH ROW EXECUTE FUNCTION notify_live_session();
