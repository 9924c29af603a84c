-- Deleting an application looks for documents that belong to it. Without this index, PostgreSQL read all documents of the tenant for each
-- application of a deleted candidate.
CREATE INDEX document_by_application ON document (tenant_id, application_id) WHERE application_id IS NOT NULL;
