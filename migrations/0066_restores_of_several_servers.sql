-- Set on the first server while a restore writes to several servers, because their transactions end one after another. It is cleared
-- by the transaction that ends last. Until then, nothing but the repeated restore may use them.
ALTER TABLE installation ADD COLUMN restore_began_at timestamptz;
