-- Keywords and names of the tenants' value lists are compared without the invisible characters that copies from web pages and word
-- processors have, as toNameMatch() of the service makes the form now: soft hyphens, zero width spaces, and marks of direction. This
-- brings the stored forms to that one. What anybody sees stays as it is. Few rows have such a character, but each tenant's are read once.
--
-- A candidate who has a keyword in several forms keeps all of them, and one of them has the new form, as in 0075. Entries of a list that
-- now have the same name keep their ids, and their names can be changed; a name means the first valid one of them.
-- Tables with FORCE ROW LEVEL SECURITY show only rows of the session's tenant, also to their owner.
DO $$
DECLARE
  one integer;
  invisible CONSTANT text := '[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069]';
  -- The white space is that of \s in JavaScript. A name that has nothing else keeps its form.
  form CONSTANT text := 'coalesce(nullif(normalize(btrim(regexp_replace(regexp_replace(%1$s, $2, '''', ''g''), ''[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+'', '' '', ''g''))), ''''), %1$s)';
BEGIN
  FOR one IN SELECT id FROM tenant LOOP
    PERFORM set_config('app.tenant_id', one::text, true);
    EXECUTE format(
      'UPDATE tenant_catalog_entry SET match_en = %1$s, match_de = %2$s
        WHERE tenant_id = $1 AND (match_en ~ $2 OR match_de ~ $2)',
      format(form, 'match_en'), format(form, 'match_de')) USING one, invisible;
    EXECUTE format(
      'UPDATE candidate_keyword AS keyword
          SET keyword_match = first.form
         FROM (SELECT DISTINCT ON (candidate_id, form) id, form
                 FROM (SELECT id, candidate_id, %s AS form
                         FROM candidate_keyword
                        WHERE tenant_id = $1 AND keyword_match ~ $2) AS formed
                ORDER BY candidate_id, form, id) AS first
        WHERE keyword.tenant_id = $1 AND keyword.id = first.id
          AND NOT EXISTS (
            SELECT FROM candidate_keyword AS other
             WHERE other.tenant_id = $1 AND other.candidate_id = keyword.candidate_id AND other.keyword_match = first.form)',
      format(form, 'keyword_match')) USING one, invisible;
  END LOOP;
  PERFORM set_config('app.tenant_id', '', true);
END
$$;
