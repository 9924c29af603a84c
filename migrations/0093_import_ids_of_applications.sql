-- The id that an application has in its source system, so that an import can be repeated at any time, and not only within the 24 hours of
-- an Idempotency-Key. It goes with the application: to another candidate in a merge, and away in an erasure.

ALTER TABLE application ADD COLUMN import_external_id text;

CREATE UNIQUE INDEX application_import_external_id ON application (tenant_id, import_external_id)
  WHERE import_external_id IS NOT NULL;
