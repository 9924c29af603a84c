-- Files of application forms that were not accepted yet, so that a visitor does not have to select them again.

-- The contents are sealed blobs that no record has adopted; pending_blob announces them. Only the token of the form leads to a
-- row, and only its hash is stored. Rows are deleted with the application, and otherwise after an hour. Backups leave them out.
CREATE TABLE portal_upload (
  tenant_id integer NOT NULL,
  token_sha256 bytea NOT NULL,
  id uuid NOT NULL,
  field text NOT NULL CHECK (field IN ('cv', 'documents')),
  -- Sealed with a key derived from the token, because names of files often contain names of people.
  sealed_file_name text NOT NULL,
  size_bytes bigint NOT NULL,
  sha256 text NOT NULL,
  blob_key text NOT NULL,
  wrapped_key bytea NOT NULL,
  master_key_id text NOT NULL REFERENCES master_key (id),
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  PRIMARY KEY (tenant_id, token_sha256, id)
);
CREATE INDEX portal_upload_by_age ON portal_upload (tenant_id, created_at);
CALL protect_tenant_table('portal_upload');
