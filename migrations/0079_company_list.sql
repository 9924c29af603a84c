-- The list of companies: by name as people look it up, without case and accents, by the last change, and by creation. A change of a
-- company writes to these indexes, which companies are changed too rarely to feel.
ALTER TABLE company ADD COLUMN name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
  replace(lower(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g')), 'ß', 'ss')) STORED;
CREATE INDEX company_by_name ON company (tenant_id, name_key, id);
CREATE INDEX company_by_change ON company (tenant_id, modified_at, id);
CREATE INDEX company_by_creation ON company (tenant_id, created_at, id);

-- The cities of its sites and its contacts find a company as well. All companies are indexed again in the background.
INSERT INTO search_backfill (tenant_id, entity, after_id)
SELECT id, 'company', 0 FROM tenant
    ON CONFLICT (tenant_id, entity) DO UPDATE SET after_id = 0;
