-- The code for how a name sounds is now the same for the English and the German spelling of Slavic names, such as Shevchenko and
-- Schewtschenko. A task of the service gives new codes to the candidates without one (see 0069_names_in_all_scripts.sql). These are the
-- names with a ch or shch that can get another code, and those in other scripts.

-- Tables with FORCE ROW LEVEL SECURITY show only rows of the session's tenant, also to their owner. The letters up to U+024F are Latin.
DO $$
DECLARE one integer;
BEGIN
  FOR one IN SELECT id FROM tenant LOOP
    PERFORM set_config('app.tenant_id', one::text, true);
    UPDATE candidate SET first_name_sound = NULL, last_name_sound = NULL
     WHERE tenant_id = one
       AND (first_name || ' ' || last_name) ~* '[^\u0001-\u024F]|shch|(?<!s)ch(enk|[uiy]k|k)|(?<!s)ch.*v|v.*(?<!s)ch';
  END LOOP;
  PERFORM set_config('app.tenant_id', '', true);
END
$$;

-- The search has terms for how names sound. All records are indexed again in the background.
INSERT INTO search_backfill (tenant_id, entity, after_id)
SELECT tenant.id, entity, 0 FROM tenant, unnest(ARRAY['candidate', 'company', 'contact', 'request', 'jobad']) AS entity
    ON CONFLICT (tenant_id, entity) DO UPDATE SET after_id = 0;
