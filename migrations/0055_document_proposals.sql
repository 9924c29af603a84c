-- What the reader of CVs found in a document, value by value: where it is, how sure it is, and what became of it. The values and the
-- lines are personal data, so they go with the document and the candidate.
CREATE SEQUENCE document_proposal_id_seq AS integer;
CREATE TABLE document_proposal (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT nextval('document_proposal_id_seq'),
  document_id integer NOT NULL,
  -- That of the document.
  candidate_id integer NOT NULL,
  -- The property of the candidate, or the list to which an entry is added.
  property text NOT NULL,
  -- As the operation takes it that writes the property or adds the entry.
  value jsonb NOT NULL,
  confidence real NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  -- The lines, with page, number, text, and rectangle.
  sources jsonb NOT NULL,
  -- written: by the reader, because it was sure. The other states are for people to decide.
  state text NOT NULL CHECK (state IN ('written', 'open', 'accepted', 'rejected')),
  decided_at timestamptz CHECK ((decided_at IS NOT NULL) = (state IN ('accepted', 'rejected'))),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, document_id) REFERENCES document (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX document_proposal_by_document ON document_proposal (tenant_id, document_id);
CALL protect_tenant_table('document_proposal');

ALTER TABLE document
  -- The number of open proposals, so that a list of documents need not count them.
  ADD COLUMN open_proposals integer NOT NULL DEFAULT 0,
  -- What the reader could not use: codes and numbers, no text of the document.
  ADD COLUMN cv_leftovers jsonb NOT NULL DEFAULT '[]';

-- What a tenant has chosen about CVs. Without a row, the defaults apply.
CREATE TABLE cv_setting (
  tenant_id integer PRIMARY KEY REFERENCES tenant (id),
  -- Nothing is written without a person.
  proposes_everything boolean NOT NULL DEFAULT false,
  -- Values that are at least this sure are written. NULL: the default of each kind of value.
  minimum_confidence real CHECK (minimum_confidence BETWEEN 0.5 AND 1)
);
CALL protect_tenant_table('cv_setting');

-- Reads of the lines of a document, by way of its proposals.
ALTER TABLE document_access DROP CONSTRAINT document_access_kind_check;
ALTER TABLE document_access ADD CONSTRAINT document_access_kind_check
  CHECK (kind IN ('record', 'content', 'range', 'lines'));
