-- Retention: which candidates are proposed for erasure, and which must not be erased. The list of those who are due needs no index of its
-- own: application_by_stage_change has the closed applications, the oldest first.

-- Without a row, the default of the service applies.
CREATE TABLE retention_setting (
  tenant_id integer PRIMARY KEY REFERENCES tenant (id),
  -- Months after the end of the last application. NULL: nothing is proposed.
  erasure_after_months integer CHECK (erasure_after_months BETWEEN 1 AND 120)
);
CALL protect_tenant_table('retention_setting');

-- No row in the change log and no event: holds are not part of the integration API, and a change there would tell every reader of the
-- log that somebody is in a dispute. Instead, the table keeps who set and who released each hold. Its rows are never changed otherwise,
-- and go only with the candidate.
CREATE SEQUENCE candidate_hold_id_seq AS integer;
CREATE TABLE candidate_hold (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT next_id('candidate_hold'),
  candidate_id integer NOT NULL,
  reason text NOT NULL,
  -- The last day (UTC). NULL: until it is released.
  until date,
  set_at timestamptz NOT NULL DEFAULT clock_now(),
  set_by integer NOT NULL,
  released_at timestamptz,
  released_by integer,
  PRIMARY KEY (tenant_id, candidate_id, id),
  CHECK ((released_at IS NULL) = (released_by IS NULL)),
  FOREIGN KEY (tenant_id, candidate_id) REFERENCES candidate (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, set_by) REFERENCES user_account (tenant_id, id),
  FOREIGN KEY (tenant_id, released_by) REFERENCES user_account (tenant_id, id)
);
-- The list of those in force, and of a few that have ended on their last day. It has the candidate, like the key: this table is small or
-- empty, so the planner could take any index, and with another one it would read all holds of the tenant for each candidate who is due.
CREATE INDEX candidate_hold_unreleased ON candidate_hold (tenant_id, candidate_id) WHERE released_at IS NULL;
CALL protect_tenant_table('candidate_hold');
