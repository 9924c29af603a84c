-- Candidates and everything that belongs to one.

CREATE SEQUENCE candidate_id_seq AS integer;
CREATE TABLE candidate (
  tenant_id integer NOT NULL REFERENCES tenant (id),
  id integer NOT NULL DEFAULT nextval('candidate_id_seq'),
  row_guid uuid NOT NULL DEFAULT gen_random_uuid(),

  first_name text NOT NULL,
  last_name text NOT NULL,
  salutation_id integer,
  title text,
  gender_id integer,
  nationality_id integer,
  level_id integer,
  office_id integer,
  responsibility integer,

  birth_date date,
  birth_place text,
  birth_name text,
  birth_country_id integer,

  email text,
  phone text,
  mobile text,
  website text,
  has_whatsapp boolean,
  whatsapp_consent_checked boolean,

  street text, street_number text, zip_code text, city text,
  country_id integer, federal_state_id integer, address_line1 text, address_line2 text,
  geo_lat double precision, geo_lon double precision,

  source_of_supply_id integer,
  -- Part of the foreign key below, always the same value.
  source_of_supply_list text GENERATED ALWAYS AS ('sourcesofsupply') STORED,
  desired_position text,

  available_from date,
  notice_period text,
  weekly_hours numeric(4, 2),
  salary_expectation numeric(12, 2),
  salary_period text CHECK (salary_period IN ('hour', 'month', 'year')),
  currency text,
  shift_work boolean,
  radius_km integer,
  has_car boolean,

  work_permit_required boolean,
  work_permit_valid_until date,

  remarks text,

  status_id integer,
  status_changed_at timestamptz,
  is_visible boolean NOT NULL DEFAULT false,

  is_work_contract_signed boolean,
  work_contract_signed_at timestamptz,
  did_not_show_up_for_work boolean,
  end_of_operation_at timestamptz,

  import_external_id text,
  imported_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  modified_at timestamptz NOT NULL DEFAULT clock_now(),

  -- Forms for matching, written beside the values by server/areas/candidates/profile/rules.ts: stored, because
  -- only = on a stored column can use an index behind row-level security.
  email_match text,
  email_canonical text,
  phone_e164 text,
  mobile_e164 text,
  last_name_sound text,
  first_name_sound text,

  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, import_external_id),
  FOREIGN KEY (tenant_id, office_id) REFERENCES branch (tenant_id, id),
  FOREIGN KEY (tenant_id, responsibility) REFERENCES user_account (tenant_id, id),
  FOREIGN KEY (tenant_id, source_of_supply_list, source_of_supply_id) REFERENCES tenant_catalog_entry (tenant_id, list, id)
);
CREATE INDEX candidate_by_created ON candidate (tenant_id, created_at);
CREATE INDEX candidate_by_modified ON candidate (tenant_id, modified_at);
CREATE INDEX candidate_by_email ON candidate (tenant_id, email_match) WHERE email_match IS NOT NULL;
CREATE INDEX candidate_by_canonical_email ON candidate (tenant_id, email_canonical) WHERE email_canonical IS NOT NULL;
CREATE INDEX candidate_by_phone ON candidate (tenant_id, phone_e164) WHERE phone_e164 IS NOT NULL;
CREATE INDEX candidate_by_mobile ON candidate (tenant_id, mobile_e164) WHERE mobile_e164 IS NOT NULL;
CREATE INDEX candidate_by_sound ON candidate (tenant_id, last_name_sound, first_name_sound);
CALL protect_tenant_table('candidate');

CREATE SEQUENCE candidate_status_entry_id_seq AS integer;
CREATE TABLE candidate_status_entry (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT nextval('candidate_status_entry_id_seq'),
  candidate_id integer NOT NULL,
  status_id integer NOT NULL,
  comment text,
  set_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, candidate_id) REFERENCES candidate (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX candidate_status_entry_by_candidate ON candidate_status_entry (tenant_id, candidate_id);
CALL protect_tenant_table('candidate_status_entry');

CREATE SEQUENCE candidate_contact_channel_id_seq AS integer;
CREATE TABLE candidate_contact_channel (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT nextval('candidate_contact_channel_id_seq'),
  candidate_id integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('email', 'sms', 'whatsapp')),
  address text NOT NULL,
  -- Lower-case address or E.164 number: what makes two entries the same.
  address_match text NOT NULL,
  consent_checked boolean,
  is_primary boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, candidate_id, kind, address_match),
  FOREIGN KEY (tenant_id, candidate_id) REFERENCES candidate (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX candidate_contact_channel_by_address ON candidate_contact_channel (tenant_id, kind, address_match);
CALL protect_tenant_table('candidate_contact_channel');

-- Assignments carry an id of their own, which details show; paths take the catalog id.
CREATE SEQUENCE candidate_language_id_seq AS integer;
CREATE TABLE candidate_language (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT nextval('candidate_language_id_seq'),
  candidate_id integer NOT NULL,
  language_id integer NOT NULL,
  language_level_id integer,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, candidate_id, language_id),
  FOREIGN KEY (tenant_id, candidate_id) REFERENCES candidate (tenant_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('candidate_language');

CREATE SEQUENCE candidate_profession_id_seq AS integer;
CREATE TABLE candidate_profession (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT nextval('candidate_profession_id_seq'),
  candidate_id integer NOT NULL,
  profession_id integer NOT NULL,
  is_primary boolean NOT NULL DEFAULT false,
  years_of_experience numeric(4, 1),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, candidate_id, profession_id),
  FOREIGN KEY (tenant_id, candidate_id) REFERENCES candidate (tenant_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('candidate_profession');

CREATE SEQUENCE candidate_qualification_id_seq AS integer;
CREATE TABLE candidate_qualification (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT nextval('candidate_qualification_id_seq'),
  candidate_id integer NOT NULL,
  list text GENERATED ALWAYS AS ('qualifications') STORED,
  qualification_id integer NOT NULL,
  score smallint CHECK (score BETWEEN 1 AND 5),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, candidate_id, qualification_id),
  FOREIGN KEY (tenant_id, candidate_id) REFERENCES candidate (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, list, qualification_id) REFERENCES tenant_catalog_entry (tenant_id, list, id)
);
CALL protect_tenant_table('candidate_qualification');

CREATE SEQUENCE candidate_drivers_license_id_seq AS integer;
CREATE TABLE candidate_drivers_license (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT nextval('candidate_drivers_license_id_seq'),
  candidate_id integer NOT NULL,
  drivers_license_id integer NOT NULL,
  issued_at date,
  valid_until date,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, candidate_id, drivers_license_id),
  FOREIGN KEY (tenant_id, candidate_id) REFERENCES candidate (tenant_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('candidate_drivers_license');

CREATE SEQUENCE candidate_keyword_id_seq AS integer;
CREATE TABLE candidate_keyword (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT nextval('candidate_keyword_id_seq'),
  candidate_id integer NOT NULL,
  keyword text NOT NULL,
  keyword_match text NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, candidate_id, keyword_match),
  FOREIGN KEY (tenant_id, candidate_id) REFERENCES candidate (tenant_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('candidate_keyword');

CREATE SEQUENCE resume_job_id_seq AS integer;
CREATE TABLE resume_job (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT nextval('resume_job_id_seq'),
  candidate_id integer NOT NULL,
  employer text NOT NULL,
  position text NOT NULL,
  from_date date, until_date date,
  is_current boolean,
  description text,
  city text,
  country_id integer,
  profession_id integer,
  list text GENERATED ALWAYS AS ('industries') STORED,
  industry_id integer,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, candidate_id) REFERENCES candidate (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, list, industry_id) REFERENCES tenant_catalog_entry (tenant_id, list, id)
);
CREATE INDEX resume_job_by_candidate ON resume_job (tenant_id, candidate_id);
CALL protect_tenant_table('resume_job');

CREATE SEQUENCE resume_education_id_seq AS integer;
-- Further training.
CREATE TABLE resume_education (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT nextval('resume_education_id_seq'),
  candidate_id integer NOT NULL,
  title text NOT NULL,
  provider text,
  from_date date, until_date date,
  hours numeric(7, 2),
  certificate text,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, candidate_id) REFERENCES candidate (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX resume_education_by_candidate ON resume_education (tenant_id, candidate_id);
CALL protect_tenant_table('resume_education');

CREATE SEQUENCE resume_profession_education_id_seq AS integer;
CREATE TABLE resume_profession_education (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT nextval('resume_profession_education_id_seq'),
  candidate_id integer NOT NULL,
  institution text NOT NULL,
  profession text NOT NULL,
  degree text,
  from_date date, until_date date,
  is_completed boolean,
  description text,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, candidate_id) REFERENCES candidate (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX resume_profession_education_by_candidate ON resume_profession_education (tenant_id, candidate_id);
CALL protect_tenant_table('resume_profession_education');

CREATE SEQUENCE resume_school_education_id_seq AS integer;
CREATE TABLE resume_school_education (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT nextval('resume_school_education_id_seq'),
  candidate_id integer NOT NULL,
  school text NOT NULL,
  graduation text,
  from_date date, until_date date,
  grade text,
  city text,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, candidate_id) REFERENCES candidate (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX resume_school_education_by_candidate ON resume_school_education (tenant_id, candidate_id);
CALL protect_tenant_table('resume_school_education');

CREATE SEQUENCE communication_id_seq AS integer;
CREATE TABLE communication (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT nextval('communication_id_seq'),
  candidate_id integer NOT NULL,
  communication_type_id integer NOT NULL,
  subject text,
  text text,
  direction text CHECK (direction IN ('in', 'out')),
  user_id integer,
  occurred_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, candidate_id) REFERENCES candidate (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES user_account (tenant_id, id)
);
CREATE INDEX communication_by_candidate ON communication (tenant_id, candidate_id);
CALL protect_tenant_table('communication');
