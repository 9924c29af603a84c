-- What API clients have called: for the integrator who asks whether a call arrived, and why it failed. It says which operation and how
-- it ended, and nothing of what was sent or returned: no URL, no id of a record, no value.

CREATE SEQUENCE client_request_id_seq AS bigint;
CREATE TABLE client_request (
  tenant_id integer NOT NULL,
  id bigint NOT NULL DEFAULT next_id('client_request'),
  -- No foreign key: many rows are written at once, and each would lock the client's row.
  api_client_id integer NOT NULL,
  -- When it ended.
  at timestamptz NOT NULL,
  operation text NOT NULL,
  -- The method and the path as the reference has it: GET /candidates/{candidateId}
  route text NOT NULL,
  status smallint NOT NULL,
  -- Those of the error record: its code in the catalog, and [{"property", "code"}], without messages.
  error_code text,
  faults jsonb,
  duration_ms integer NOT NULL,
  -- The client left before it had the response.
  is_interrupted boolean NOT NULL,
  request_id uuid NOT NULL,
  -- Of the error record.
  message_guid uuid,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX client_request_by_client ON client_request (tenant_id, api_client_id, id);
CREATE INDEX client_request_failed ON client_request (tenant_id, id) WHERE status >= 400;
CREATE INDEX client_request_failed_by_client ON client_request (tenant_id, api_client_id, id) WHERE status >= 400;
CREATE INDEX client_request_by_request_id ON client_request (tenant_id, request_id);
CREATE INDEX client_request_by_message_guid ON client_request (tenant_id, message_guid) WHERE message_guid IS NOT NULL;
CALL protect_tenant_table('client_request');

-- All calls are counted, also those that the table above has no room for.
CREATE TABLE client_request_hour (
  tenant_id integer NOT NULL,
  hour timestamptz NOT NULL,
  api_client_id integer NOT NULL,
  operation text NOT NULL,
  route text NOT NULL,
  status smallint NOT NULL,
  requests bigint NOT NULL,
  -- Of all of them together.
  duration_ms bigint NOT NULL,
  PRIMARY KEY (tenant_id, hour, api_client_id, operation, status)
);
CALL protect_tenant_table('client_request_hour');
