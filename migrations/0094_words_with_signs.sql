-- All records are indexed again in the background, because words with signs, such as C++, C#, .NET, R/3, and Node.js, now have entries of
-- their own.
INSERT INTO search_backfill (tenant_id, entity, after_id)
SELECT tenant.id, entity, 0 FROM tenant, unnest(ARRAY['candidate', 'company', 'contact', 'request', 'jobad']) AS entity
    ON CONFLICT (tenant_id, entity) DO UPDATE SET after_id = 0;
