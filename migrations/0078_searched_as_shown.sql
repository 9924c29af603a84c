-- What visitors search for, as the ad shows it: the sanitizer writes H&M as H&amp;M, which nobody types. In normalization form C and
-- without soft hyphens, as keyboards write words. The words of a search are brought to the same form. PostgreSQL 15 and 16 cannot change
-- the expression of a column, so it is made anew, which writes the table once.
ALTER TABLE job_ad DROP COLUMN search_text;
ALTER TABLE job_ad ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (lower(normalize(
  replace(replace(replace(replace(replace(replace(regexp_replace(
    title || ' ' || coalesce(city, '') || ' ' || coalesce(zip_code, '') || ' ' || coalesce(introduction, '') || ' '
    || coalesce(tasks, '') || ' ' || coalesce(profile, '') || ' ' || coalesce(benefits, ''), '<[^>]*>', ' ', 'g'),
    '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&apos;', ''''), '&amp;', '&'), U&'\00AD', ''), NFC))) STORED;
