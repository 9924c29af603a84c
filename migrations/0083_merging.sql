-- Candidates that are probably the same person, and those that were merged.

-- A pair of candidates that share an e-mail address, a phone number, or the name and the date of birth. The indexing of the search finds the
-- pairs of each candidate that has changed, so nobody ever compares all candidates. A dismissed pair stays, so that it does not come back.
CREATE SEQUENCE duplicate_pair_id_seq AS integer;
CREATE TABLE duplicate_pair (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT next_id('duplicate_pair'),
  -- The smaller id, and the other one.
  first_id integer NOT NULL,
  second_id integer NOT NULL,
  matched_on text[] NOT NULL,
  -- In hundredths.
  score smallint NOT NULL CHECK (score BETWEEN 0 AND 100),
  found_at timestamptz NOT NULL DEFAULT clock_now(),
  -- What they matched on when somebody said that they are two people. With any more of it, the pair comes back.
  dismissed_on text[],
  dismissed_at timestamptz,
  dismissed_by integer,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, first_id, second_id),
  CHECK (first_id < second_id),
  CHECK ((dismissed_at IS NULL) = (dismissed_by IS NULL) AND (dismissed_at IS NULL) = (dismissed_on IS NULL)),
  FOREIGN KEY (tenant_id, first_id) REFERENCES candidate (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, second_id) REFERENCES candidate (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, dismissed_by) REFERENCES user_account (tenant_id, id)
);
CREATE INDEX duplicate_pair_by_second ON duplicate_pair (tenant_id, second_id);
-- The two lists, best score first.
CREATE INDEX duplicate_pair_open ON duplicate_pair (tenant_id, score, id) WHERE dismissed_at IS NULL;
CREATE INDEX duplicate_pair_dismissed ON duplicate_pair (tenant_id, score, id) WHERE dismissed_at IS NOT NULL;
CALL protect_tenant_table('duplicate_pair');

-- All candidates are indexed again in the background, which finds their pairs.
INSERT INTO search_backfill (tenant_id, entity, after_id)
SELECT tenant.id, 'candidate', 0 FROM tenant
    ON CONFLICT (tenant_id, entity) DO UPDATE SET after_id = 0;

-- A candidate that was merged into another one. The row outlives what it keeps: it also says where an id has gone.
CREATE SEQUENCE candidate_merge_id_seq AS integer;
CREATE TABLE candidate_merge (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT next_id('candidate_merge'),
  -- Who has the data now: the kept candidate, the one it was merged into later, or the one that was made when they were taken apart.
  candidate_id integer NOT NULL,
  -- The deleted one. Its id is never used again.
  merged_candidate_id integer NOT NULL,
  -- The merge with which this one came to the candidate, because its own kept candidate was merged into that one.
  parent_id integer,
  merged_at timestamptz NOT NULL,
  merged_by integer NOT NULL,
  -- They can be taken apart until then.
  until timestamptz NOT NULL,
  undone_at timestamptz,
  undone_by integer,
  -- The master data of the merged candidate, and what became of its parts. NULL: they were taken apart, or the time is over.
  kept jsonb,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, merged_candidate_id),
  CHECK ((undone_at IS NULL) = (undone_by IS NULL)),
  FOREIGN KEY (tenant_id, candidate_id) REFERENCES candidate (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, merged_by) REFERENCES user_account (tenant_id, id),
  FOREIGN KEY (tenant_id, undone_by) REFERENCES user_account (tenant_id, id)
);
CREATE INDEX candidate_merge_by_candidate ON candidate_merge (tenant_id, candidate_id);
CREATE INDEX candidate_merge_by_end ON candidate_merge (tenant_id, until) WHERE kept IS NOT NULL;
CALL protect_tenant_table('candidate_merge');

-- The tables of accesses and of proposals are now also read by their candidate alone, when candidates are merged.
CREATE INDEX document_proposal_by_candidate ON document_proposal (tenant_id, candidate_id);
