-- Whether "stellwerk distribute" has spread the tables over the nodes of a distributed engine. A process that does not know would look
-- for tenants where they are not.
ALTER TABLE installation ADD COLUMN is_distributed boolean NOT NULL DEFAULT false;
