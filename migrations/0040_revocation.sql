-- Tokens can be revoked: those of a client, and those that were signed with a key.

-- Tokens of the client that were issued before are rejected. Always a whole second, like the times in tokens.
ALTER TABLE api_client ADD COLUMN tokens_valid_from timestamptz;

-- Until now, the tokens of a disabled client worked again after it was enabled.
UPDATE api_client SET tokens_valid_from = date_trunc('second', disabled_at) + interval '1 second'
 WHERE disabled_at IS NOT NULL;

-- A revoked key signs nothing, is not published, and no token that it signed is accepted.
ALTER TABLE signing_key
  ADD COLUMN revoked_at timestamptz,
  ADD CHECK (revoked_at IS NULL OR retired_at IS NOT NULL);
