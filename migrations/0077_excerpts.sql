-- Excerpts of documents that a search has shown are reads of their contents.
ALTER TABLE document_access DROP CONSTRAINT document_access_kind_check;
ALTER TABLE document_access ADD CONSTRAINT document_access_kind_check
  CHECK (kind IN ('record', 'content', 'range', 'lines', 'excerpt'));

-- A search looks for the entries of the last minutes, to repeat none.
CREATE INDEX document_access_excerpts ON document_access (tenant_id, document_id, user_id, at) WHERE kind = 'excerpt';
