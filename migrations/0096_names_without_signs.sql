-- Possible duplicates of a company are found by its name without spaces and signs, as Nordkai Logistik is by Nord-Kai-Logistik, and by its
-- VAT id. The columns are stored, because row-level security keeps an index on the expression itself from being used.
ALTER TABLE company
  ADD COLUMN name_letters text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
    regexp_replace(replace(lower(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g')), 'ß', 'ss'),
                   '[[:space:][:punct:]–—’]', '', 'g')) STORED,
  ADD COLUMN vat_id_letters text COLLATE "C" GENERATED ALWAYS AS (
    nullif(upper(regexp_replace(vat_id, '[[:space:][:punct:]]', '', 'g')), '')) STORED;
CREATE INDEX company_by_name_letters ON company (tenant_id, name_letters, id);
CREATE INDEX company_by_vat_id ON company (tenant_id, vat_id_letters, id) WHERE vat_id_letters IS NOT NULL;
