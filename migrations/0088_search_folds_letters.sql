-- Visitors of the portal find Fräser by Fraeser and Fraser too, and the other way around.

-- Letters as a search compares them: in lower case, without marks and soft hyphens, and with ss for ß. Marks are separated first, so Ä
-- becomes a also where lower() knows only ASCII. The bodies are parsed here, because pg_restore fills the column without a search path.
CREATE FUNCTION search_letters(p_text text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN translate(
    replace(replace(lower(regexp_replace(normalize(p_text, NFKD), U&'[\0300-\036F\00AD]', '', 'g')), 'ß', 'ss'), 'ẞ', 'ss'),
    'øØłŁđĐ', 'oolldd');

-- The letters without the e of a transcribed umlaut: Fraeser becomes fraser, as Fräser.
CREATE FUNCTION search_letters_short(p_text text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN regexp_replace(search_letters(p_text), '([aou])e', '\1', 'g');

-- A text that is searched: its letters, and once more its words that are shorter without such an e. Both, because Autoelektriker has no
-- umlaut, and Elektriker finds it.
CREATE FUNCTION searchable_text(p_text text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN search_letters(p_text) || coalesce((
    SELECT ' ' || string_agg(DISTINCT search_letters_short(word), ' ')
      FROM string_to_table(search_letters(p_text), ' ') AS word WHERE word ~ '[aou]e'), '');

-- PostgreSQL 15 and 16 cannot change the expression of a column, so it is made anew, which writes the table once. The text is that of
-- 0078: as the ad shows it.
ALTER TABLE job_ad DROP COLUMN search_text;
ALTER TABLE job_ad ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (searchable_text(
  replace(replace(replace(replace(replace(regexp_replace(
    title || ' ' || coalesce(city, '') || ' ' || coalesce(zip_code, '') || ' ' || coalesce(introduction, '') || ' '
    || coalesce(tasks, '') || ' ' || coalesce(profile, '') || ' ' || coalesce(benefits, ''), '<[^>]*>', ' ', 'g'),
    '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&apos;', ''''), '&amp;', '&'))) STORED;
