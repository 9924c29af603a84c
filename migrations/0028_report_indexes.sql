-- Evaluations of job ads count a decision about a candidate for the latest application made by then.

-- The latest application at a moment is one step in this index. Serves what the one by candidate alone did, too.
CREATE INDEX application_by_candidate_and_time ON application (tenant_id, candidate_id, applied_at, id);
DROP INDEX application_by_candidate;

-- Whether the same decision was taken before.
CREATE INDEX candidate_status_entry_by_candidate_and_time ON candidate_status_entry (tenant_id, candidate_id, set_at, id);
DROP INDEX candidate_status_entry_by_candidate;
