-- Who has read a candidate's documents is asked for when the candidate wants to know it.
CREATE INDEX document_access_by_candidate ON document_access (tenant_id, candidate_id, id);
-- The newest entries of one document, without sorting them.
DROP INDEX document_access_by_document;
CREATE INDEX document_access_by_document ON document_access (tenant_id, document_id, id);
