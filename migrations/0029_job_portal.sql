-- The public job portal: what visitors search in, and the firm's own links and texts on it.

-- Everything a visitor can search for, in lower case and without markup. Stored, because stripping the markup of
-- every active ad at every search would cost more than all the rest of the page.
ALTER TABLE job_ad ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (lower(regexp_replace(
  title || ' ' || coalesce(city, '') || ' ' || coalesce(zip_code, '') || ' ' || coalesce(introduction, '') || ' '
  || coalesce(tasks, '') || ' ' || coalesce(profile, '') || ' ' || coalesce(benefits, ''), '<[^>]*>', ' ', 'g'))) STORED;

-- Every version stays: an application names the one whose texts the applicant agreed to, and that must be provable
-- for as long as the application is kept. The highest version is in force; without one the built-in texts are.
CREATE TABLE portal_setting (
  tenant_id integer NOT NULL REFERENCES tenant (id),
  version integer NOT NULL CHECK (version > 0),
  -- Of the ads, and of the pages for visitors who prefer neither German nor English.
  language text NOT NULL DEFAULT 'de' CHECK (language IN ('de', 'en')),
  privacy_url text,
  imprint_url text,
  -- What an applicant agrees to; absent: the built-in text of that language.
  privacy_text_de text, privacy_text_en text,
  terms_text_de text, terms_text_en text,
  whatsapp_text_de text, whatsapp_text_en text,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  PRIMARY KEY (tenant_id, version)
);
CALL protect_tenant_table('portal_setting');
