-- So that operators see how far the search is behind. Marks from before count from this migration.
ALTER TABLE search_mark ADD COLUMN marked_at timestamptz NOT NULL DEFAULT now();
