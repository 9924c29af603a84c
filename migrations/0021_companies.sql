-- Customer companies with their sites, work locations and contacts, and the history of a company.

CREATE SEQUENCE company_id_seq AS integer;
CREATE TABLE company (
  tenant_id integer NOT NULL REFERENCES tenant (id),
  id integer NOT NULL DEFAULT nextval('company_id_seq'),
  row_guid uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  name2 text,
  customer_number text,
  industry_id integer,
  -- Part of the foreign key below, always the same value.
  industry_list text GENERATED ALWAYS AS ('industries') STORED,
  office_id integer,
  responsibility integer,

  email text,
  phone text,
  fax text,
  website text,

  street text, street_number text, zip_code text, city text,
  country_id integer, federal_state_id integer, address_line1 text, address_line2 text,
  geo_lat double precision, geo_lon double precision,

  vat_id text,
  employees integer,
  remarks text,

  status_id integer NOT NULL,
  contract_status_id integer NOT NULL,
  contract_valid_from date,

  import_external_id text,
  imported_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  modified_at timestamptz NOT NULL DEFAULT clock_now(),

  PRIMARY KEY (tenant_id, id),
  CONSTRAINT company_customer_number UNIQUE (tenant_id, customer_number),
  CONSTRAINT company_import_external_id UNIQUE (tenant_id, import_external_id),
  FOREIGN KEY (tenant_id, industry_list, industry_id) REFERENCES tenant_catalog_entry (tenant_id, list, id),
  FOREIGN KEY (tenant_id, office_id) REFERENCES branch (tenant_id, id),
  FOREIGN KEY (tenant_id, responsibility) REFERENCES user_account (tenant_id, id)
);
CALL protect_tenant_table('company');

CREATE SEQUENCE site_id_seq AS integer;
CREATE TABLE site (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT nextval('site_id_seq'),
  row_guid uuid NOT NULL DEFAULT gen_random_uuid(),
  company_id integer NOT NULL,
  description text NOT NULL,
  email text,
  phone text,
  fax text,
  website text,
  street text, street_number text, zip_code text, city text,
  country_id integer, federal_state_id integer, address_line1 text, address_line2 text,
  geo_lat double precision, geo_lon double precision,
  responsibility integer,
  is_active boolean NOT NULL DEFAULT true,
  import_external_id text,
  imported_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  modified_at timestamptz NOT NULL DEFAULT clock_now(),
  PRIMARY KEY (tenant_id, id),
  -- What further tables refer to, so that a record can only name a site of its own company.
  UNIQUE (tenant_id, company_id, id),
  CONSTRAINT site_import_external_id UNIQUE (tenant_id, import_external_id),
  FOREIGN KEY (tenant_id, company_id) REFERENCES company (tenant_id, id),
  FOREIGN KEY (tenant_id, responsibility) REFERENCES user_account (tenant_id, id)
);
CALL protect_tenant_table('site');

CREATE SEQUENCE contact_id_seq AS integer;
CREATE TABLE contact (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT nextval('contact_id_seq'),
  row_guid uuid NOT NULL DEFAULT gen_random_uuid(),
  company_id integer NOT NULL,
  site_id integer NOT NULL,
  first_name text,
  last_name text NOT NULL,
  salutation_id integer,
  title text,
  position text,
  department text,
  email text,
  phone text,
  mobile text,
  responsibility integer,
  remarks text,
  is_active boolean NOT NULL DEFAULT true,
  import_external_id text,
  imported_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  modified_at timestamptz NOT NULL DEFAULT clock_now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, company_id, id),
  CONSTRAINT contact_import_external_id UNIQUE (tenant_id, import_external_id),
  FOREIGN KEY (tenant_id, company_id, site_id) REFERENCES site (tenant_id, company_id, id),
  FOREIGN KEY (tenant_id, responsibility) REFERENCES user_account (tenant_id, id)
);
CREATE INDEX contact_by_site ON contact (tenant_id, company_id, site_id);
CALL protect_tenant_table('contact');

CREATE SEQUENCE work_location_id_seq AS integer;
CREATE TABLE work_location (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT nextval('work_location_id_seq'),
  row_guid uuid NOT NULL DEFAULT gen_random_uuid(),
  company_id integer NOT NULL,
  site_id integer NOT NULL,
  description text,
  directions text,
  contact_id integer,
  street text, street_number text, zip_code text, city text,
  country_id integer, federal_state_id integer,
  -- A work location has no address lines; the columns are there so that every address has the same shape.
  address_line1 text, address_line2 text,
  geo_lat double precision, geo_lon double precision,
  import_external_id text,
  imported_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  modified_at timestamptz NOT NULL DEFAULT clock_now(),
  -- Deleting is final and leaves the row: requests and occupations go on referring to it.
  deleted_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, company_id, id),
  FOREIGN KEY (tenant_id, company_id, site_id) REFERENCES site (tenant_id, company_id, id),
  FOREIGN KEY (tenant_id, company_id, contact_id) REFERENCES contact (tenant_id, company_id, id)
);
-- A deleted one keeps its id in the source system and does not stand in the way of importing it again.
CREATE UNIQUE INDEX work_location_import_external_id ON work_location (tenant_id, import_external_id)
  WHERE deleted_at IS NULL;
CREATE INDEX work_location_by_site ON work_location (tenant_id, company_id, site_id);
CALL protect_tenant_table('work_location');

-- The history of a company, written by every change of status and of what belongs to it, and by hand. No name or
-- address of a person stands in the texts that the service writes: the record says it to whoever may read it.
CREATE SEQUENCE company_activity_id_seq AS integer;
CREATE TABLE company_activity (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT nextval('company_activity_id_seq'),
  company_id integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('note', 'created', 'changed', 'deleted', 'activated', 'deactivated',
                                     'statusChanged', 'contractStatusChanged')),
  text text NOT NULL,
  -- The record the activity is about.
  entity text NOT NULL CHECK (entity IN ('company', 'site', 'location', 'contact')),
  entity_id integer NOT NULL,
  -- A user of the platform or an application; neither is copied by name, so that a renamed one shows its new name.
  user_id integer,
  api_client_id integer,
  occurred_at timestamptz NOT NULL DEFAULT clock_now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, company_id) REFERENCES company (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES user_account (tenant_id, id)
);
CREATE INDEX company_activity_by_company ON company_activity (tenant_id, company_id, occurred_at, id);
CALL protect_tenant_table('company_activity');
