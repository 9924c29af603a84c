-- Requests of customers: temporary staffing, direct placement, service contract. One table, since status, evaluation
-- and everything that refers to a request are the same for the three kinds.

CREATE SEQUENCE customer_request_id_seq AS integer;
CREATE TABLE customer_request (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT nextval('customer_request_id_seq'),
  row_guid uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('temporarystaffing', 'directplacement', 'servicecontract')),
  company_id integer NOT NULL,
  -- The tenant's branch, not a site of the customer.
  office_id integer NOT NULL,
  site_id integer,
  location_id integer,
  contact_id integer,
  title text NOT NULL,
  profession_id integer,
  headcount integer NOT NULL CHECK (headcount BETWEEN 1 AND 1000),
  start_date date NOT NULL,
  end_date date,
  description text,
  requirements text,
  responsibility integer,

  weekly_hours numeric(5, 2),
  shift_model text,
  pay_group text,
  hourly_wage numeric(12, 2),
  billing_rate numeric(12, 2),

  salary_from numeric(12, 2),
  salary_to numeric(12, 2),
  fee_percent numeric(5, 2),

  scope text,
  fixed_price numeric(14, 2),
  acceptance_date date,

  status_id integer NOT NULL,
  -- When it was filled for the first time; stays when it is opened again.
  first_filled_at timestamptz,
  import_external_id text,
  imported_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  modified_at timestamptz NOT NULL DEFAULT clock_now(),

  PRIMARY KEY (tenant_id, id),
  CONSTRAINT customer_request_import_external_id UNIQUE (tenant_id, import_external_id),
  FOREIGN KEY (tenant_id, company_id) REFERENCES company (tenant_id, id),
  FOREIGN KEY (tenant_id, office_id) REFERENCES branch (tenant_id, id),
  FOREIGN KEY (tenant_id, company_id, site_id) REFERENCES site (tenant_id, company_id, id),
  FOREIGN KEY (tenant_id, company_id, location_id) REFERENCES work_location (tenant_id, company_id, id),
  FOREIGN KEY (tenant_id, company_id, contact_id) REFERENCES contact (tenant_id, company_id, id),
  FOREIGN KEY (tenant_id, responsibility) REFERENCES user_account (tenant_id, id)
);
CREATE INDEX customer_request_by_company ON customer_request (tenant_id, company_id);
CREATE INDEX customer_request_by_created ON customer_request (tenant_id, created_at);
CALL protect_tenant_table('customer_request');

-- Every status a request has had, its first one included: what the evaluation counts.
CREATE SEQUENCE customer_request_status_entry_id_seq AS integer;
CREATE TABLE customer_request_status_entry (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT nextval('customer_request_status_entry_id_seq'),
  request_id integer NOT NULL,
  status_id integer NOT NULL,
  comment text,
  -- The first entry bears the creation time of the request, which an import may set back.
  set_at timestamptz NOT NULL DEFAULT clock_now(),
  -- When the next status took over; infinity while this one holds. With it, what was open at some moment is found
  -- among what is open or was left since, and not by reading the whole history.
  held_until timestamptz NOT NULL DEFAULT 'infinity',
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, request_id) REFERENCES customer_request (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX customer_request_status_entry_by_request ON customer_request_status_entry (tenant_id, request_id);
-- Requests filled (3) or cancelled (4) in a period.
CREATE INDEX customer_request_status_entry_by_status ON customer_request_status_entry (tenant_id, status_id, set_at);
-- Requests open (1) or in progress (2) at a moment.
CREATE INDEX customer_request_status_entry_open ON customer_request_status_entry (tenant_id, held_until)
  WHERE status_id IN (1, 2);
CALL protect_tenant_table('customer_request_status_entry');
