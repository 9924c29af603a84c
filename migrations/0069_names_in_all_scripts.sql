-- The duplicate check looks up the namesakes with a date of birth, however many there are of other ages.
DROP INDEX candidate_by_sound;
CREATE INDEX candidate_by_sound ON candidate (tenant_id, last_name_sound, first_name_sound, birth_date);

-- Names in other scripts had no code, and names in two scripts had the code of their Latin part. A task of the service, which makes the
-- codes, gives them to the candidates in this index. Each candidate that the service writes has both codes, so the index is then empty.
CREATE INDEX candidate_without_sound ON candidate (tenant_id, id)
  WHERE last_name_sound IS NULL OR first_name_sound IS NULL;

-- Tables with FORCE ROW LEVEL SECURITY show only rows of the session's tenant, also to their owner. The letters up to U+024F are Latin.
DO $$
DECLARE one integer;
BEGIN
  FOR one IN SELECT id FROM tenant LOOP
    PERFORM set_config('app.tenant_id', one::text, true);
    UPDATE candidate SET first_name_sound = NULL, last_name_sound = NULL
     WHERE tenant_id = one AND (first_name ~ '[^\u0001-\u024F]' OR last_name ~ '[^\u0001-\u024F]');
  END LOOP;
  PERFORM set_config('app.tenant_id', '', true);
END
$$;

-- The search has terms for how names sound. All records are indexed again in the background.
INSERT INTO search_backfill (tenant_id, entity, after_id)
SELECT tenant.id, entity, 0 FROM tenant, unnest(ARRAY['candidate', 'company', 'contact', 'request', 'jobad']) AS entity
    ON CONFLICT (tenant_id, entity) DO UPDATE SET after_id = 0;
