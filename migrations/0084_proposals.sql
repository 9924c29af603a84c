-- Candidates on the requests of customers: who was shortlisted, proposed to the customer, accepted, placed, or declined.

-- Not part of the integration API: a change of a row is no change of the candidate or the request there. The change log has entries
-- for the history of both, under names that no feed reads (docs/adr/0062-proposals.md).
CREATE SEQUENCE customer_request_proposal_id_seq AS integer;
CREATE TABLE customer_request_proposal (
  tenant_id integer NOT NULL,
  id integer NOT NULL DEFAULT next_id('customer_request_proposal'),
  customer_request_id integer NOT NULL,
  candidate_id integer NOT NULL,
  status text NOT NULL DEFAULT 'shortlisted' CHECK (status IN ('shortlisted', 'proposed', 'accepted', 'placed', 'declined')),
  -- When it reached each status. NULL: not yet, not any more, or the step was left out.
  shortlisted_at timestamptz NOT NULL DEFAULT clock_now(),
  proposed_at timestamptz, accepted_at timestamptz, placed_at timestamptz, declined_at timestamptz,
  rate_amount numeric(12, 2) CHECK (rate_amount >= 0),
  rate_unit text CHECK (rate_unit IN ('hour', 'day', 'month', 'year')),
  rate_currency text CHECK (rate_currency ~ '^[A-Z]{3}$'),
  comment text,
  created_by integer NOT NULL,
  modified_at timestamptz NOT NULL DEFAULT clock_now(),
  PRIMARY KEY (tenant_id, id),
  CHECK (num_nonnulls(rate_amount, rate_unit, rate_currency) IN (0, 3)),
  CHECK ((status = 'placed') = (placed_at IS NOT NULL)),
  CHECK ((status = 'declined') = (declined_at IS NOT NULL)),
  FOREIGN KEY (tenant_id, customer_request_id) REFERENCES customer_request (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, candidate_id) REFERENCES candidate (tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, created_by) REFERENCES user_account (tenant_id, id)
);
-- The board of a request, with the number of those who are placed, and the list of a candidate.
CREATE INDEX customer_request_proposal_by_request ON customer_request_proposal (tenant_id, customer_request_id, status);
CREATE INDEX customer_request_proposal_by_candidate ON customer_request_proposal (tenant_id, candidate_id, id);
-- A candidate who was declined can be shortlisted again. Only one proposal counts at a time.
CREATE UNIQUE INDEX customer_request_proposal_open ON customer_request_proposal (tenant_id, customer_request_id, candidate_id) WHERE status <> 'declined';
CALL protect_tenant_table('customer_request_proposal');

-- Their entries are in no stream either, so they need no GUID. Existing rows are not checked, as before.
ALTER TABLE change_log DROP CONSTRAINT change_log_row_guid;
ALTER TABLE change_log ADD CONSTRAINT change_log_row_guid
  CHECK (row_guid IS NOT NULL OR entity IN ('valueList', 'requestProposal', 'candidateProposal')) NOT VALID;
