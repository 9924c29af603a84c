-- Most records have no id of another system. Without statistics, an index that has them all looks as good for any look-up that
-- names the tenant as the index made for it, and reads the whole tenant each time. It also cost an entry for each record.
ALTER TABLE candidate DROP CONSTRAINT candidate_tenant_id_import_external_id_key;
CREATE UNIQUE INDEX candidate_tenant_id_import_external_id_key ON candidate (tenant_id, import_external_id)
  WHERE import_external_id IS NOT NULL;
ALTER TABLE company DROP CONSTRAINT company_import_external_id;
CREATE UNIQUE INDEX company_import_external_id ON company (tenant_id, import_external_id)
  WHERE import_external_id IS NOT NULL;
ALTER TABLE site DROP CONSTRAINT site_import_external_id;
CREATE UNIQUE INDEX site_import_external_id ON site (tenant_id, import_external_id)
  WHERE import_external_id IS NOT NULL;
ALTER TABLE contact DROP CONSTRAINT contact_import_external_id;
CREATE UNIQUE INDEX contact_import_external_id ON contact (tenant_id, import_external_id)
  WHERE import_external_id IS NOT NULL;
ALTER TABLE customer_request DROP CONSTRAINT customer_request_import_external_id;
CREATE UNIQUE INDEX customer_request_import_external_id ON customer_request (tenant_id, import_external_id)
  WHERE import_external_id IS NOT NULL;
DROP INDEX work_location_import_external_id;
CREATE UNIQUE INDEX work_location_import_external_id ON work_location (tenant_id, import_external_id)
  WHERE deleted_at IS NULL AND import_external_id IS NOT NULL;
