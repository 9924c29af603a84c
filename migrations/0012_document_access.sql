-- Who has read which contents and when. No foreign keys: an entry outlives the document, the candidate and the reader,
-- and holds nothing personal beyond their ids.
CREATE SEQUENCE document_access_id_seq AS bigint;
CREATE TABLE document_access (
  tenant_id integer NOT NULL,
  id bigint NOT NULL DEFAULT nextval('document_access_id_seq'),
  document_id integer NOT NULL,
  candidate_id integer NOT NULL,
  -- Exactly one of them is the reader.
  api_client_id integer,
  user_id integer,
  -- record: as Base64 within the record; content: all bytes; range: some of them.
  kind text NOT NULL CHECK (kind IN ('record', 'content', 'range')),
  at timestamptz NOT NULL DEFAULT clock_now(),
  PRIMARY KEY (tenant_id, id),
  CHECK (num_nonnulls(api_client_id, user_id) = 1)
);
CREATE INDEX document_access_by_document ON document_access (tenant_id, document_id);
CREATE INDEX document_access_by_time ON document_access (tenant_id, at);
CALL protect_tenant_table('document_access');
