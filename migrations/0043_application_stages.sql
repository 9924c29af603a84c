-- Applications have a stage, and a decision about a candidate names the application that it is about.

ALTER TABLE application
  ADD COLUMN stage text NOT NULL DEFAULT 'new'
    CHECK (stage IN ('new', 'inReview', 'interview', 'offer', 'hired', 'rejected', 'withdrawn')),
  -- NULL as long as the application was never moved.
  ADD COLUMN stage_changed_at timestamptz,
  ADD COLUMN in_stage_since timestamptz GENERATED ALWAYS AS (coalesce(stage_changed_at, applied_at)) STORED NOT NULL,
  -- Why the application was moved to this stage.
  ADD COLUMN stage_reason text;

ALTER TABLE candidate_status_entry
  ADD COLUMN application_id integer,
  -- A decision that was taken back stays in the history, but is no longer the status and counts in no report.
  ADD COLUMN revoked_at timestamptz,
  ADD FOREIGN KEY (tenant_id, application_id) REFERENCES application (tenant_id, id);

-- What was decided counts for the latest application by then, as reports have counted it. Older applications stay new, because
-- nobody decided about them. Archived candidates are out of the process with all their applications.
DO $$
DECLARE one integer;
BEGIN
  FOR one IN SELECT id FROM tenant LOOP
    PERFORM set_config('app.tenant_id', one::text, true);
    UPDATE candidate_status_entry AS e SET application_id = (
             SELECT a.id FROM application AS a
              WHERE a.tenant_id = one AND a.candidate_id = e.candidate_id AND a.applied_at <= e.set_at
              ORDER BY a.applied_at DESC, a.id DESC LIMIT 1)
     WHERE e.tenant_id = one AND e.status_id IN (2003, 2004, 2005);
    -- The last decision is the stage. Qualified only starts the review.
    UPDATE application AS a
       SET stage = CASE latest.status_id WHEN 2003 THEN 'hired' WHEN 2004 THEN 'rejected' ELSE 'inReview' END,
           stage_changed_at = latest.set_at, stage_reason = latest.comment
      FROM (SELECT DISTINCT ON (application_id) application_id, status_id, set_at, comment
              FROM candidate_status_entry
             WHERE tenant_id = one AND application_id IS NOT NULL
             ORDER BY application_id, (status_id = 2005), set_at DESC, id DESC) AS latest
     WHERE a.tenant_id = one AND a.id = latest.application_id;
    UPDATE application AS a SET stage = 'withdrawn', stage_changed_at = c.status_changed_at, stage_reason = NULL
      FROM candidate AS c
     WHERE c.tenant_id = one AND c.status_id = 23 AND a.tenant_id = one AND a.candidate_id = c.id
       AND a.stage IN ('new', 'inReview') AND a.applied_at <= c.status_changed_at;
  END LOOP;
  PERFORM set_config('app.tenant_id', '', true);
END
$$;

-- The deletion of an application looks for its decisions.
CREATE INDEX candidate_status_entry_by_application ON candidate_status_entry (tenant_id, application_id)
  WHERE application_id IS NOT NULL;

-- The search reads each stage in its order, and stops after a page. The included columns are its filters, so that counting
-- reads only the index.
CREATE INDEX application_by_stage ON application (tenant_id, stage, applied_at, id)
  INCLUDE (candidate_id, job_ad_id, office_id, recruiter_id);
CREATE INDEX application_by_stage_change ON application (tenant_id, stage, in_stage_since, id);
-- The same within a job ad, for its board. It also does what the index on the job ad alone did.
CREATE INDEX application_by_job_ad_and_stage ON application (tenant_id, job_ad_id, stage, applied_at, id)
  WHERE job_ad_id IS NOT NULL;
DROP INDEX application_by_job_ad;
