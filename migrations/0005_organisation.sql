-- The tenant's own organisation: branches and users.

CREATE SEQUENCE branch_id_seq AS integer;
CREATE TABLE branch (
  tenant_id integer NOT NULL REFERENCES tenant (id),
  id integer NOT NULL DEFAULT nextval('branch_id_seq'),
  row_guid uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL,
  number text,
  street text, street_number text, zip_code text, city text,
  country_id integer, federal_state_id integer, address_line1 text, address_line2 text,
  geo_lat double precision, geo_lon double precision,
  phone text,
  email text,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  modified_at timestamptz NOT NULL DEFAULT clock_now(),
  PRIMARY KEY (tenant_id, id)
);
CALL protect_tenant_table('branch');

CREATE SEQUENCE user_account_id_seq AS integer;
CREATE TABLE user_account (
  tenant_id integer NOT NULL REFERENCES tenant (id),
  id integer NOT NULL DEFAULT nextval('user_account_id_seq'),
  row_guid uuid NOT NULL DEFAULT gen_random_uuid(),
  first_name text,
  last_name text,
  email text NOT NULL,
  -- Lower-case form: one address signs in as one user of a tenant.
  email_match text NOT NULL,
  partner_id text,
  role text NOT NULL DEFAULT 'recruiter' CHECK (role IN ('admin', 'recruiter', 'viewer')),
  -- Argon2id in PHC string form; NULL means the user cannot sign in.
  password_hash text,
  is_active boolean NOT NULL DEFAULT true,
  user_since date NOT NULL DEFAULT (clock_now() AT TIME ZONE 'UTC')::date,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  modified_at timestamptz NOT NULL DEFAULT clock_now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, row_guid),
  UNIQUE (tenant_id, email_match)
);
CALL protect_tenant_table('user_account');

CREATE TABLE user_branch (
  tenant_id integer NOT NULL,
  user_id integer NOT NULL,
  branch_id integer NOT NULL,
  is_primary boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, user_id, branch_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES user_account (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, branch_id) REFERENCES branch (tenant_id, id)
);
CALL protect_tenant_table('user_branch');

CREATE SEQUENCE user_licence_id_seq AS integer;
CREATE TABLE user_licence (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT nextval('user_licence_id_seq'),
  user_id integer NOT NULL,
  name text NOT NULL,
  valid_until date,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES user_account (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX user_licence_by_user ON user_licence (tenant_id, user_id);
CALL protect_tenant_table('user_licence');
