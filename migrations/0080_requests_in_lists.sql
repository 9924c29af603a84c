-- The list of requests is read in one of these orders, and continued after the request that ended the page before.
DROP INDEX customer_request_by_created;
CREATE INDEX customer_request_by_created ON customer_request (tenant_id, created_at, id);
CREATE INDEX customer_request_by_modified ON customer_request (tenant_id, modified_at, id);
CREATE INDEX customer_request_by_start ON customer_request (tenant_id, start_date, id);
-- Most requests are filled or closed, and most lists have the others.
CREATE INDEX customer_request_by_status ON customer_request (tenant_id, status_id);

CREATE INDEX job_ad_by_request ON job_ad (tenant_id, customer_request_id) WHERE customer_request_id IS NOT NULL;

-- A request is found by its id in the source system too. All requests are indexed again in the background.
INSERT INTO search_backfill (tenant_id, entity, after_id)
SELECT tenant.id, 'request', 0 FROM tenant
    ON CONFLICT (tenant_id, entity) DO UPDATE SET after_id = 0;
