-- The term for how a name sounds tells M from N at its beginning. All records are indexed again in the background.
INSERT INTO search_backfill (tenant_id, entity, after_id)
SELECT tenant.id, entity, 0 FROM tenant, unnest(ARRAY['candidate', 'company', 'contact', 'request', 'jobad']) AS entity
    ON CONFLICT (tenant_id, entity) DO UPDATE SET after_id = 0;
