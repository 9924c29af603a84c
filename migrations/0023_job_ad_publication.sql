-- What a job ad needs to be published: the request it fills, every status it has had, what visitors of the job
-- portal did with it.

ALTER TABLE job_ad
  ADD COLUMN customer_request_id integer,
  -- Deleting leaves the row: applications and reports go on referring to it.
  ADD COLUMN deleted_at timestamptz,
  ADD FOREIGN KEY (tenant_id, customer_request_id) REFERENCES customer_request (tenant_id, id);
CREATE INDEX job_ad_active ON job_ad (tenant_id, published_at) WHERE process_status = 'Active' AND deleted_at IS NULL;
CREATE INDEX job_ad_by_created ON job_ad (tenant_id, created_at);
CREATE INDEX job_ad_by_modified ON job_ad (tenant_id, modified_at);

-- The stretches of time in which a job ad was published; the present one has no end. Reports add up their days.
CREATE TABLE job_ad_publication (
  tenant_id integer NOT NULL,
  job_ad_id integer NOT NULL,
  published_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, job_ad_id, published_at),
  FOREIGN KEY (tenant_id, job_ad_id) REFERENCES job_ad (tenant_id, id)
);
CALL protect_tenant_table('job_ad_publication');

-- Job ads that were published before. Tenant by tenant, since they stand behind row-level security.
DO $$
  DECLARE one integer;
  BEGIN
    FOR one IN SELECT id FROM tenant LOOP
      PERFORM set_config('app.tenant_id', one::text, true);
      INSERT INTO job_ad_publication (tenant_id, job_ad_id, published_at, ended_at)
      SELECT tenant_id, id, published_at, completed_at FROM job_ad
       WHERE tenant_id = one AND published_at IS NOT NULL AND process_status <> 'Editing';
    END LOOP;
    PERFORM set_config('app.tenant_id', '', true);
  END
$$;

-- Views and clicks on "apply" by day (UTC) and channel: numbers, nothing about who it was.
CREATE TABLE job_ad_traffic (
  tenant_id integer NOT NULL,
  job_ad_id integer NOT NULL,
  day date NOT NULL,
  channel_id integer NOT NULL,
  -- Part of the foreign key below, always the same value.
  list text GENERATED ALWAYS AS ('channels') STORED,
  views integer NOT NULL DEFAULT 0,
  apply_clicks integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, job_ad_id, day, channel_id),
  FOREIGN KEY (tenant_id, job_ad_id) REFERENCES job_ad (tenant_id, id),
  FOREIGN KEY (tenant_id, list, channel_id) REFERENCES tenant_catalog_entry (tenant_id, list, id)
);
CREATE INDEX job_ad_traffic_by_day ON job_ad_traffic (tenant_id, day);
CALL protect_tenant_table('job_ad_traffic');

-- Evaluations read applications and decisions about candidates (hired 2003, rejected 2004) by their time.
CREATE INDEX application_by_time ON application (tenant_id, applied_at);
CREATE INDEX candidate_status_decision_by_time ON candidate_status_entry (tenant_id, set_at)
  WHERE status_id IN (2003, 2004);
