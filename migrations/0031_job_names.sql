-- The names of background tasks have one spelling, with hyphens. Jobs that were added under the old names are still run:
-- see formerNames in server/core/queue. Otherwise as in 0014_webhooks.sql.
CREATE OR REPLACE FUNCTION wake_webhook(
  p_tenant_id integer, p_registration_id integer, p_delay interval, p_purpose text
) RETURNS void
  LANGUAGE plpgsql VOLATILE
  AS $$
  BEGIN
    PERFORM graphile_worker.add_job(
      'deliver-webhooks',
      json_build_object('tenantId', p_tenant_id, 'registrationId', p_registration_id),
      -- The queue runs on the machine's time, deliveries on clock_now(): only the distance is common to both.
      run_at := clock_timestamp() + p_delay,
      job_key := concat_ws(':', 'webhook', p_tenant_id, p_registration_id, p_purpose),
      max_attempts := 25);
  END
  $$;
