-- A quota for the files of a tenant: documents, attachments of communications, and pictures.

-- Only a tenant with a quota has a row, so uploads of the others wait for nothing.
CREATE TABLE document_quota (
  tenant_id integer PRIMARY KEY REFERENCES tenant (id) ON DELETE CASCADE,
  quota_bytes bigint NOT NULL CHECK (quota_bytes > 0),
  used_bytes bigint NOT NULL CHECK (used_bytes >= 0)
);
CALL protect_tenant_table('document_quota');

-- Counts the bytes of a row that was added, changed, or deleted. It is deferred to the end of the transaction, so that uploads
-- of a tenant wait for each other only while they commit. The sum is exact, because the row is locked from then on. The shared
-- lock keeps set_document_quota from counting while a transaction that did not see a quota commits.
CREATE FUNCTION count_document_bytes() RETURNS trigger
  LANGUAGE plpgsql VOLATILE
  AS $$
  DECLARE
    tenant integer;
    change bigint := 0;
    is_over boolean;
  BEGIN
    IF TG_OP <> 'INSERT' THEN
      tenant := OLD.tenant_id;
      change := change - OLD.size_bytes;
    END IF;
    IF TG_OP <> 'DELETE' THEN
      tenant := NEW.tenant_id;
      change := change + NEW.size_bytes;
    END IF;
    PERFORM pg_advisory_xact_lock_shared(hashtextextended('document_quota ' || tenant, 0));
    UPDATE document_quota SET used_bytes = used_bytes + change WHERE tenant_id = tenant
    RETURNING used_bytes > quota_bytes INTO is_over;
    -- A tenant that is over its quota already can still delete files.
    IF is_over AND change > 0 THEN
      RAISE EXCEPTION 'The files of the tenant would exceed its quota.' USING ERRCODE = 'SW507';
    END IF;
    RETURN NULL;
  END
  $$;

CREATE CONSTRAINT TRIGGER document_quota_count AFTER INSERT OR DELETE OR UPDATE OF size_bytes ON document
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_document_bytes();
CREATE CONSTRAINT TRIGGER document_quota_count AFTER INSERT OR DELETE OR UPDATE OF size_bytes ON communication_attachment
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_document_bytes();
CREATE CONSTRAINT TRIGGER document_quota_count AFTER INSERT OR DELETE OR UPDATE OF size_bytes ON candidate_picture
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_document_bytes();

-- Sets a quota and counts the files that exist; NULL removes the quota. The lock waits for transactions that are committing.
CREATE FUNCTION set_document_quota(p_tenant_id integer, p_quota_bytes bigint) RETURNS void
  LANGUAGE plpgsql VOLATILE
  AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('document_quota ' || p_tenant_id, 0));
    DELETE FROM document_quota WHERE tenant_id = p_tenant_id;
    IF p_quota_bytes IS NOT NULL THEN
      INSERT INTO document_quota (tenant_id, quota_bytes, used_bytes)
      VALUES (p_tenant_id, p_quota_bytes,
              coalesce((SELECT sum(size_bytes) FROM document WHERE tenant_id = p_tenant_id), 0)
              + coalesce((SELECT sum(size_bytes) FROM communication_attachment WHERE tenant_id = p_tenant_id), 0)
              + coalesce((SELECT sum(size_bytes) FROM candidate_picture WHERE tenant_id = p_tenant_id), 0));
    END IF;
  END
  $$;
