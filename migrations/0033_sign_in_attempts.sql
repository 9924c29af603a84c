-- The throttle against guessing, one row per subject: a client or a user together with a network, or a network alone. Read
-- before the tenant of a request is known, so not behind row-level security.

-- The subject is a keyed hash: a network is personal data, and without the key nobody can find it by trying all of them.
-- Unlogged: losing it in a crash costs an attacker's counter, writing it durably would let a guesser buy disk writes.
CREATE UNLOGGED TABLE sign_in_attempt (
  subject bytea PRIMARY KEY,
  -- Attempts of the last minute that failed or are still being judged. Bounded by the limit that applies.
  attempted_at timestamptz[] NOT NULL,
  succeeded_at timestamptz
);

-- One row per failure, whose count concurrent attempts could outrun.
DROP TABLE token_failure;
