-- Job ads.

CREATE SEQUENCE job_ad_id_seq AS integer;
CREATE TABLE job_ad (
  tenant_id integer NOT NULL REFERENCES tenant (id),
  id integer NOT NULL DEFAULT nextval('job_ad_id_seq'),
  row_guid uuid NOT NULL DEFAULT gen_random_uuid(),
  title text NOT NULL,
  process_status text NOT NULL DEFAULT 'Editing' CHECK (process_status IN ('Editing', 'Active', 'Completed')),
  office_id integer NOT NULL,
  responsibility integer,
  profession_id integer,
  employment_type text,
  weekly_hours numeric(4, 2),
  salary_from numeric(12, 2), salary_to numeric(12, 2), salary_currency text,
  salary_period text CHECK (salary_period IN ('hour', 'month', 'year')),
  start_date date,
  street text, street_number text, zip_code text, city text,
  country_id integer, federal_state_id integer, address_line1 text, address_line2 text,
  geo_lat double precision, geo_lon double precision,
  introduction text, tasks text, profile text, benefits text, contact_text text,
  published_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  modified_at timestamptz NOT NULL DEFAULT clock_now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, row_guid),
  FOREIGN KEY (tenant_id, office_id) REFERENCES branch (tenant_id, id),
  FOREIGN KEY (tenant_id, responsibility) REFERENCES user_account (tenant_id, id)
);
CALL protect_tenant_table('job_ad');
