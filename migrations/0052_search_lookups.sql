-- Two ways to read the inverted indexes, each with an index of its own, whatever the statistics say: the records with a word by
-- ranges of the index by term, and the words of one record by the key. With the same operators for both, the planner sometimes read
-- the whole range of a word for every record that it looked at. The ranges of the index by term need ~>=~ and ~<~, which compare like
-- >= and < in the collation of the terms, and are leakproof too.
DROP INDEX candidate_search_term_by_term;
CREATE INDEX candidate_search_term_by_term
  ON candidate_search_term (tenant_id, term text_pattern_ops, candidate_id) INCLUDE (weight);
DROP INDEX record_search_term_by_term;
CREATE INDEX record_search_term_by_term
  ON record_search_term (tenant_id, entity, term text_pattern_ops, record_id) INCLUDE (weight);

-- With the weight in the key, looking a word up reads no row.
ALTER TABLE candidate_search_term DROP CONSTRAINT candidate_search_term_pkey,
  ADD CONSTRAINT candidate_search_term_pkey PRIMARY KEY (tenant_id, candidate_id, term) INCLUDE (weight);
ALTER TABLE record_search_term DROP CONSTRAINT record_search_term_pkey,
  ADD CONSTRAINT record_search_term_pkey PRIMARY KEY (tenant_id, entity, record_id, term) INCLUDE (weight);
