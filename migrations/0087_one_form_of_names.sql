-- Keywords and names of the tenants' value lists are compared with ss for ß, and names in the other ways that keywords already are, as
-- toNameMatch() of the service makes the form now. This brings the stored forms to that one. What anybody sees stays as it is.
--
-- A candidate who has a keyword in several forms keeps all of them, and one of them has the new form, as in 0075. Entries of a list that
-- now have the same name keep their ids, and their names can be changed; a name means the first valid one of them.
--
-- Keywords were converted by the service, and names by lower(), which in some locales knows only ASCII. ICU converts as the service does. Where PostgreSQL was built
-- without it, lower() has to do, as before.
-- Tables with FORCE ROW LEVEL SECURITY show only rows of the session's tenant, also to their owner.
DO $$
DECLARE
  one integer;
  -- The white space is that of \s in JavaScript.
  form CONSTANT text := 'normalize(btrim(regexp_replace(replace(lower(%1$s), ''ß'', ''ss''), ''[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+'', '' '', ''g'')))';
  by_icu CONSTANT text := CASE WHEN EXISTS (
    SELECT FROM pg_collation
     WHERE collname = 'und-x-icu' AND collnamespace = 'pg_catalog'::regnamespace AND collencoding IN (-1, 6))
    THEN ' COLLATE "und-x-icu"' ELSE '' END;
BEGIN
  FOR one IN SELECT id FROM tenant LOOP
    PERFORM set_config('app.tenant_id', one::text, true);
    EXECUTE format(
      'UPDATE tenant_catalog_entry SET match_en = %1$s, match_de = %2$s
        WHERE tenant_id = $1 AND (match_en <> %1$s OR match_de <> %2$s)',
      format(form, 'name_en' || by_icu), format(form, 'name_de' || by_icu)) USING one;
    EXECUTE format(
      'UPDATE candidate_keyword AS keyword
          SET keyword_match = first.form
         FROM (SELECT DISTINCT ON (candidate_id, form) id, form
                 FROM (SELECT id, candidate_id, %s AS form
                         FROM candidate_keyword
                        WHERE tenant_id = $1 AND keyword_match LIKE ''%%ß%%'') AS formed
                ORDER BY candidate_id, form, id) AS first
        WHERE keyword.tenant_id = $1 AND keyword.id = first.id
          AND NOT EXISTS (
            SELECT FROM candidate_keyword AS other
             WHERE other.tenant_id = $1 AND other.candidate_id = keyword.candidate_id AND other.keyword_match = first.form)',
      format(form, 'keyword_match')) USING one;
  END LOOP;
  PERFORM set_config('app.tenant_id', '', true);
END
$$;
