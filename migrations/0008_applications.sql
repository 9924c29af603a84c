-- Applications, and the documents that come with them or otherwise.

CREATE SEQUENCE application_id_seq AS integer;
CREATE TABLE application (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT nextval('application_id_seq'),
  candidate_id integer NOT NULL,
  job_ad_id integer,
  list text GENERATED ALWAYS AS ('channels') STORED,
  channel_id integer NOT NULL,
  recruiter_id integer,
  office_id integer,
  message text,
  -- Free answers of the form the application came from.
  data jsonb,
  -- What the applicant sent, kept as sent: a known candidate's master data are not overwritten by it.
  submitted jsonb,
  privacy_accepted_at timestamptz,
  terms_of_use_accepted_at timestamptz,
  whatsapp_consent_checked boolean,
  applied_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, candidate_id) REFERENCES candidate (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, job_ad_id) REFERENCES job_ad (tenant_id, id),
  FOREIGN KEY (tenant_id, recruiter_id) REFERENCES user_account (tenant_id, id),
  FOREIGN KEY (tenant_id, office_id) REFERENCES branch (tenant_id, id),
  FOREIGN KEY (tenant_id, list, channel_id) REFERENCES tenant_catalog_entry (tenant_id, list, id)
);
CREATE INDEX application_by_candidate ON application (tenant_id, candidate_id);
CREATE INDEX application_by_job_ad ON application (tenant_id, job_ad_id) WHERE job_ad_id IS NOT NULL;
CALL protect_tenant_table('application');

CREATE SEQUENCE document_id_seq AS integer;
CREATE TABLE document (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT nextval('document_id_seq'),
  row_guid uuid NOT NULL DEFAULT gen_random_uuid(),
  candidate_id integer NOT NULL,
  application_id integer,
  document_category_id integer NOT NULL,
  original_file_name text,
  mime_type text NOT NULL,
  size_bytes bigint NOT NULL,
  sha256 text NOT NULL,
  blob_key text NOT NULL,
  -- The document's data key, wrapped by the master key of this id.
  wrapped_key bytea NOT NULL,
  master_key_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  modified_at timestamptz NOT NULL DEFAULT clock_now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, candidate_id) REFERENCES candidate (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, application_id) REFERENCES application (tenant_id, id)
);
CREATE INDEX document_by_candidate ON document (tenant_id, candidate_id);
CALL protect_tenant_table('document');

-- A blob is announced here before its first byte is written and taken off in the transaction that stores the
-- record referring to it. What stays is an orphan of a request that failed or a process that died, and is swept.
CREATE TABLE pending_blob (
  tenant_id integer NOT NULL,
  blob_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  PRIMARY KEY (tenant_id, blob_key)
);
CREATE INDEX pending_blob_by_age ON pending_blob (tenant_id, created_at);
CALL protect_tenant_table('pending_blob');

-- The picture is a blob like a document, one per candidate.
CREATE TABLE candidate_picture (
  tenant_id integer NOT NULL,
  candidate_id integer NOT NULL,
  file_name text,
  mime_type text NOT NULL,
  size_bytes bigint NOT NULL,
  sha256 text NOT NULL,
  blob_key text NOT NULL,
  wrapped_key bytea NOT NULL,
  master_key_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  PRIMARY KEY (tenant_id, candidate_id),
  FOREIGN KEY (tenant_id, candidate_id) REFERENCES candidate (tenant_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('candidate_picture');
