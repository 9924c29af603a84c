-- Ids of source systems whose candidates were erased or merged into others. An import reads them, so that the same file, imported again,
-- does not bring back who was erased, nor create a merged candidate a second time.

-- Only a hash of the id: whoever has the id can ask about it, and nobody can read here whose it was. The row has no end, because old files
-- have none either.
CREATE TABLE retired_import_id (
  tenant_id integer NOT NULL,
  -- SHA-256 of import_external_id in UTF-8.
  digest bytea NOT NULL CHECK (octet_length(digest) = 32),
  -- The deleted one. candidate_merge says which candidate has its data now. Without a row there, it was erased.
  candidate_id integer NOT NULL,
  PRIMARY KEY (tenant_id, digest)
);
CALL protect_tenant_table('retired_import_id');

-- Merges that can still be undone have kept the id. Tables with FORCE ROW LEVEL SECURITY show only rows of the session's tenant, also to
-- their owner.
DO $$
DECLARE one integer;
BEGIN
  FOR one IN SELECT id FROM tenant LOOP
    PERFORM set_config('app.tenant_id', one::text, true);
    INSERT INTO retired_import_id (tenant_id, digest, candidate_id)
    SELECT one, sha256(convert_to(kept->'columns'->>'import_external_id', 'UTF8')), merged_candidate_id
      FROM candidate_merge
     WHERE tenant_id = one AND kept->'columns'->>'import_external_id' IS NOT NULL
        ON CONFLICT (tenant_id, digest) DO NOTHING;
  END LOOP;
  PERFORM set_config('app.tenant_id', '', true);
END
$$;
