-- This table is nearly always empty, and the planner knows. Both of its indexes then cost the same for a tenant, so it could take this
-- one to find an announcement by its key, and read all those that are over and not vacuumed yet: each upload of a first load read more
-- than the one before. Without the tenant, the index serves the sweep only. The few old rows of other tenants do not matter there.
DROP INDEX pending_blob_by_age;
CREATE INDEX pending_blob_by_age ON pending_blob (created_at);
