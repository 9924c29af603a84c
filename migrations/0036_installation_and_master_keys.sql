-- The identity of the installation, and the master keys that seal its data.

-- The document store has the same id. If two installations shared a store, each would delete documents of the other. A backup
-- does not contain this row: a restored copy is another installation than its original.
CREATE TABLE installation (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- When this installation wrote its id into a store. From then on, a store without an id is the wrong one.
  store_claimed_at timestamptz
);
INSERT INTO installation DEFAULT VALUES;

-- The keys that may seal, without their values: one, or two during a rotation. The newest one seals new contents.
CREATE TABLE master_key (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{16}$'),
  generation integer NOT NULL UNIQUE,
  -- During a rotation, the key itself, sealed with the other one: a process that has one of them learns the other.
  handover text,
  created_at timestamptz NOT NULL DEFAULT clock_now()
);

CREATE TABLE retired_master_key (
  id text PRIMARY KEY,
  successor_id text NOT NULL,
  retired_at timestamptz NOT NULL DEFAULT clock_now()
);

-- Until now, an installation had one key for ever.
INSERT INTO master_key (id, generation)
SELECT split_part(private_jwk_sealed, '.', 2), 1
  FROM signing_key
 WHERE retired_at IS NULL AND split_part(private_jwk_sealed, '.', 2) ~ '^[0-9a-f]{16}$'
 ORDER BY created_at DESC
 LIMIT 1;

-- A rotation ends by deleting the old key. These references refuse that as long as anything is sealed with it, and refuse
-- to seal anything with it afterwards. NOT VALID: what was sealed with a key that was lost earlier must not stop an upgrade.
ALTER TABLE document ADD CONSTRAINT document_master_key
  FOREIGN KEY (master_key_id) REFERENCES master_key (id) NOT VALID;
ALTER TABLE candidate_picture ADD CONSTRAINT candidate_picture_master_key
  FOREIGN KEY (master_key_id) REFERENCES master_key (id) NOT VALID;
ALTER TABLE communication_attachment ADD CONSTRAINT communication_attachment_master_key
  FOREIGN KEY (master_key_id) REFERENCES master_key (id) NOT VALID;
ALTER TABLE signing_key
  ADD COLUMN private_jwk_key_id text GENERATED ALWAYS AS (split_part(private_jwk_sealed, '.', 2)) STORED,
  ADD CONSTRAINT signing_key_master_key FOREIGN KEY (private_jwk_key_id) REFERENCES master_key (id) NOT VALID;
ALTER TABLE tenant
  ADD COLUMN webhook_secret_key_id text GENERATED ALWAYS AS (split_part(webhook_secret_sealed, '.', 2)) STORED,
  ADD COLUMN webhook_previous_secret_key_id text
    GENERATED ALWAYS AS (split_part(webhook_previous_secret_sealed, '.', 2)) STORED,
  ADD CONSTRAINT tenant_master_key FOREIGN KEY (webhook_secret_key_id) REFERENCES master_key (id) NOT VALID,
  ADD CONSTRAINT tenant_previous_master_key
    FOREIGN KEY (webhook_previous_secret_key_id) REFERENCES master_key (id) NOT VALID;
