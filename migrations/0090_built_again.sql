-- Candidates, companies, contacts, and requests are indexed again in the background, because the same data now has other entries: the score
-- of a pair of duplicates, the order of the names, numbers with separators, the id in the source system, and no sound of words with digits.
INSERT INTO search_backfill (tenant_id, entity, after_id)
SELECT tenant.id, entity, 0 FROM tenant, unnest(ARRAY['candidate', 'company', 'contact', 'request']) AS entity
    ON CONFLICT (tenant_id, entity) DO UPDATE SET after_id = 0;
