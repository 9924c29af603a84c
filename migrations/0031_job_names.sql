-- Names of background tasks are spelled with hyphens. Workers still run jobs that were added under the old names (see
-- formerNames in server/core/queue). Everything else is unchanged from 0014_webhooks.sql.
CREATE OR REPLACE FUNCTION wake_webhook(
  p_tenant_id integer, p_registration_id integer, p_delay interval, p_purpose text
) RETURNS void
  LANGUAGE plpgsql VOLATILE
  AS $$
  BEGIN
    PERFORM graphile_worker.add_job(
      'deliver-webhooks',
      json_build_object('tenantId', p_tenant_id, 'registrationId', p_registration_id),
      -- The queue uses the machine's clock, deliveries use clock_now(), so add the delay to the queue's clock.
      run_at := clock_timestamp() + p_delay,
      job_key := concat_ws(':', 'webhook', p_tenant_id, p_registration_id, p_purpose),
      max_attempts := 25);
  END
  $$;
