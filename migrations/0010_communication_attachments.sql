-- Files that belong to a communication: blobs like documents, but part of the communication instead of records of
-- their own, so without a change stream.

CREATE SEQUENCE communication_attachment_id_seq AS integer;
CREATE TABLE communication_attachment (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT nextval('communication_attachment_id_seq'),
  communication_id integer NOT NULL,
  original_file_name text,
  mime_type text NOT NULL,
  size_bytes bigint NOT NULL,
  sha256 text NOT NULL,
  blob_key text NOT NULL,
  -- The attachment's data key, wrapped by the master key of this id.
  wrapped_key bytea NOT NULL,
  master_key_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, communication_id) REFERENCES communication (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX communication_attachment_by_communication ON communication_attachment (tenant_id, communication_id);
CALL protect_tenant_table('communication_attachment');
