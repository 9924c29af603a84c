-- What a restore leaves behind, so that no reader of the feed passes over what the restore has undone.

-- A generation is the minute of the restore that began it (or the one before plus one), not a count: the same backup
-- restored twice begins two generations that are never mistaken for each other. Minutes since 1970 outgrow a smallint.
ALTER TABLE change_log ALTER COLUMN generation TYPE integer;
ALTER TABLE change_log_state ALTER COLUMN generation TYPE integer;
ALTER TABLE change_horizon ALTER COLUMN generation TYPE integer;

-- Generations that a restore has ended, and what the backup had seen of each. A cursor that has seen more, or that is
-- of a generation which is neither here nor the present one, comes from a history that was lost.
CREATE TABLE ended_generation (
  generation integer PRIMARY KEY,
  -- pg_snapshot of the backup; null where the database was restored by other means and this is not known.
  snapshot text,
  ended_at timestamptz NOT NULL DEFAULT clock_now()
);
