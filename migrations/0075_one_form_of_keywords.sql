-- Keywords are compared in normalization form C and with one blank for each run of white space, as toKeywordMatch() of the service makes
-- them now. A keyword with ä as an a with a mark, or with two blanks between its words, was another keyword. This brings the stored
-- forms to that one. The white space is that of \s in JavaScript. The keywords themselves stay as they were sent, so nothing that a
-- candidate shows changes. A candidate who has a keyword in several forms keeps all of them, and one of them has the new form.
-- Tables with FORCE ROW LEVEL SECURITY show only rows of the session's tenant, also to their owner.
DO $$
DECLARE one integer;
BEGIN
  FOR one IN SELECT id FROM tenant LOOP
    PERFORM set_config('app.tenant_id', one::text, true);
    UPDATE candidate_keyword AS keyword
       SET keyword_match = first.form
      FROM (SELECT DISTINCT ON (candidate_id, form) id, form
              FROM (SELECT id, candidate_id,
                           normalize(btrim(regexp_replace(keyword_match, '[\u0009-\u000D\u0020\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+', ' ', 'g'))) AS form
                      FROM candidate_keyword
                     WHERE tenant_id = one AND keyword_match ~ '[^\u0020-\u007E]|  ') AS formed
             ORDER BY candidate_id, form, id) AS first
     WHERE keyword.tenant_id = one AND keyword.id = first.id AND keyword.keyword_match <> first.form
       AND NOT EXISTS (
         SELECT FROM candidate_keyword AS other
          WHERE other.tenant_id = one AND other.candidate_id = keyword.candidate_id AND other.keyword_match = first.form);
  END LOOP;
  PERFORM set_config('app.tenant_id', '', true);
END
$$;
