-- A search around a place reads every candidate of its squares. With what recruiters filter by most in the index, those that are
-- too far away or do not pass are not read from the table, where candidates of a square lie far apart.
DROP INDEX candidate_search_by_cell;
CREATE INDEX candidate_search_by_cell
  ON candidate_search (tenant_id, geo_cell, candidate_id)
  INCLUDE (geo_lat, geo_lon, status_id, office_id, license_ids, languages);
