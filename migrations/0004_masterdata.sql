-- Value lists. Shared ones are the same for every tenant and read-only; tenant-owned ones start from a copy.

CREATE TABLE catalog_entry (
  list text NOT NULL,
  id integer NOT NULL,
  name_en text NOT NULL,
  name_de text NOT NULL,
  attributes jsonb,
  -- An entry is never deleted, since records refer to it: it expires and is no longer offered.
  is_expired boolean NOT NULL DEFAULT false,
  PRIMARY KEY (list, id)
);
COMMENT ON TABLE catalog_entry IS 'Shared value lists; no tenant, no row-level security.';

-- What the built-in lists were last loaded from; a start with the same files skips the load.
CREATE TABLE catalog_source (
  list text PRIMARY KEY,
  sha256 text NOT NULL,
  loaded_at timestamptz NOT NULL DEFAULT clock_now()
);

-- Tenant-owned lists in one table: their rows have the same shape and the same life.
CREATE SEQUENCE tenant_catalog_entry_id_seq AS integer START 1000;
CREATE TABLE tenant_catalog_entry (
  tenant_id integer NOT NULL REFERENCES tenant (id),
  list text NOT NULL CHECK (list IN ('qualifications', 'channels', 'sourcesofsupply', 'industries')),
  id integer NOT NULL DEFAULT nextval('tenant_catalog_entry_id_seq'),
  name_en text NOT NULL,
  name_de text NOT NULL,
  -- Lower-case form of both names, for finding a qualification by its name.
  match_en text NOT NULL,
  match_de text NOT NULL,
  attributes jsonb,
  is_expired boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, list, id)
);
CREATE INDEX tenant_catalog_entry_by_name_en ON tenant_catalog_entry (tenant_id, list, match_en);
CREATE INDEX tenant_catalog_entry_by_name_de ON tenant_catalog_entry (tenant_id, list, match_de);
CALL protect_tenant_table('tenant_catalog_entry');
