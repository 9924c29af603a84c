-- The last day (UTC) on which a job ad is on the job portal. Nothing changes in the table when the day is over: readers
-- compare it with the current day.
ALTER TABLE job_ad ADD COLUMN end_date date;

-- How a tenant's job portal looks. Without versions, unlike portal_setting: applicants agree to texts, not to colors.
CREATE TABLE portal_branding (
  tenant_id integer PRIMARY KEY REFERENCES tenant (id),
  color text CHECK (color ~ '^#[0-9a-f]{6}$'),
  about_de text, about_en text,
  -- At most 256 KiB, so it needs no object store. Pages read only its hash and size.
  logo bytea,
  logo_type text CHECK (logo_type IN ('image/png', 'image/jpeg')),
  logo_width integer, logo_height integer,
  logo_sha256 text,
  modified_at timestamptz NOT NULL DEFAULT clock_now(),
  CHECK (num_nulls(logo, logo_type, logo_width, logo_height, logo_sha256) IN (0, 5))
);
CALL protect_tenant_table('portal_branding');
