-- The whole record of a candidate as JSON text, as a read returns it. Derived: it may be emptied at any time, and a backup
-- leaves it out. docs/adr/0021-stored-record.md explains why a stored record never differs from a fresh one.
CREATE TABLE candidate_record (
  tenant_id integer NOT NULL,
  candidate_id integer NOT NULL,
  language text NOT NULL,
  -- Identifies the query that made the record, because releases differ in what they show.
  shape text NOT NULL,
  -- tenant.names_version when the record was made. The record is current as long as it is the same.
  names_version integer NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (tenant_id, candidate_id, language),
  FOREIGN KEY (tenant_id, candidate_id) REFERENCES candidate (tenant_id, id) ON DELETE CASCADE
) WITH (toast_tuple_target = 8160);
-- Uncompressed, and in the row if a page has room for it.
ALTER TABLE candidate_record ALTER COLUMN body SET STORAGE EXTERNAL;
CALL protect_tenant_table('candidate_record');

-- Whoever stores a record holds the candidate FOR UPDATE, from before the snapshot of the record until the commit. Whoever
-- changes what the record shows holds at least FOR KEY SHARE from here until the commit. So the two exclude each other, and
-- the DELETE, whose snapshot is newer than the lock, sees what was stored before. Until the transaction ends nothing can be
-- stored again, so a second change of the same candidate has nothing to do. The setting ends with the transaction, and a
-- rollback to a savepoint undoes it together with the lock.
CREATE FUNCTION forget_candidate_record(p_tenant_id integer, p_candidate_id integer) RETURNS boolean
  LANGUAGE plpgsql
  AS $$
  DECLARE
    record_key CONSTANT text := p_tenant_id || ' ' || p_candidate_id;
  BEGIN
    IF current_setting('app.forgotten_record', true) = record_key THEN
      RETURN true;
    END IF;
    IF current_setting('transaction_isolation') <> 'read committed' THEN
      RAISE EXCEPTION 'What a candidate''s record shows can change only in a READ COMMITTED transaction. Begin it without an isolation level.';
    END IF;
    PERFORM FROM candidate WHERE tenant_id = p_tenant_id AND id = p_candidate_id FOR KEY SHARE;
    DELETE FROM candidate_record WHERE tenant_id = p_tenant_id AND candidate_id = p_candidate_id;
    PERFORM set_config('app.forgotten_record', record_key, true);
    RETURN true;
  END
  $$;

-- There is no trigger for a new candidate: nobody can have stored its record.
CREATE FUNCTION forget_record_of_candidate() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    is_forgotten boolean;
  BEGIN
    is_forgotten := forget_candidate_record(NEW.tenant_id, NEW.id);
    RETURN NULL;
  END
  $$;
CREATE TRIGGER forget_record AFTER UPDATE ON candidate FOR EACH ROW EXECUTE FUNCTION forget_record_of_candidate();

CREATE FUNCTION forget_record_of_part() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    is_forgotten boolean;
  BEGIN
    IF TG_OP <> 'INSERT' THEN
      is_forgotten := forget_candidate_record(OLD.tenant_id, OLD.candidate_id);
    END IF;
    IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE' AND OLD.candidate_id <> NEW.candidate_id THEN
      is_forgotten := forget_candidate_record(NEW.tenant_id, NEW.candidate_id);
    END IF;
    RETURN NULL;
  END
  $$;
DO $$
  DECLARE
    part text;
  BEGIN
    FOREACH part IN ARRAY ARRAY[
      'candidate_contact_channel', 'candidate_language', 'candidate_profession', 'candidate_qualification',
      'candidate_drivers_license', 'candidate_keyword', 'resume_job', 'resume_education', 'resume_profession_education',
      'resume_school_education', 'communication', 'application'] LOOP
      EXECUTE format('CREATE TRIGGER forget_record AFTER INSERT OR UPDATE OR DELETE ON %I
                        FOR EACH ROW EXECUTE FUNCTION forget_record_of_part()', part);
    END LOOP;
  END
  $$;
-- The rotation of the master key updates every row with a file, in columns that no record shows.
CREATE TRIGGER forget_record AFTER INSERT OR DELETE OR UPDATE OF id, candidate_id, document_category_id,
  original_file_name, mime_type, size_bytes, sha256, created_at, modified_at ON document
  FOR EACH ROW EXECUTE FUNCTION forget_record_of_part();
CREATE TRIGGER forget_record AFTER INSERT OR DELETE OR UPDATE OF candidate_id ON candidate_picture
  FOR EACH ROW EXECUTE FUNCTION forget_record_of_part();

CREATE FUNCTION forget_record_of_communication(p_tenant_id integer, p_communication_id integer) RETURNS boolean
  LANGUAGE plpgsql
  AS $$
  DECLARE
    candidate_of integer;
  BEGIN
    -- Locked, so that the communication stays with this candidate. If it is gone, its own trigger has forgotten the record.
    SELECT candidate_id INTO candidate_of FROM communication
     WHERE tenant_id = p_tenant_id AND id = p_communication_id FOR SHARE;
    RETURN FOUND AND forget_candidate_record(p_tenant_id, candidate_of);
  END
  $$;
CREATE FUNCTION forget_record_of_attachment() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE
    is_forgotten boolean;
  BEGIN
    IF TG_OP <> 'INSERT' THEN
      is_forgotten := forget_record_of_communication(OLD.tenant_id, OLD.communication_id);
    END IF;
    IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE' AND OLD.communication_id <> NEW.communication_id THEN
      is_forgotten := forget_record_of_communication(NEW.tenant_id, NEW.communication_id);
    END IF;
    RETURN NULL;
  END
  $$;
CREATE TRIGGER forget_record AFTER INSERT OR DELETE OR UPDATE OF id, communication_id, original_file_name,
  mime_type, size_bytes, sha256, created_at ON communication_attachment
  FOR EACH ROW EXECUTE FUNCTION forget_record_of_attachment();

-- Names that records show: a number that rises with every renaming and becomes visible together with it. A look-up compares
-- it, so a renaming neither finds nor waits for the records that show the name.
ALTER TABLE tenant ADD COLUMN names_version integer NOT NULL DEFAULT 0;

CREATE FUNCTION forget_tenant_names() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    UPDATE tenant SET names_version = names_version + 1 WHERE id = NEW.tenant_id;
    RETURN NULL;
  END
  $$;
-- A record can refer to an entry only after it was added, and an entry is not deleted while one does.
CREATE TRIGGER forget_records AFTER UPDATE OF name_en, name_de ON tenant_catalog_entry FOR EACH ROW
  WHEN ((OLD.name_en, OLD.name_de) IS DISTINCT FROM (NEW.name_en, NEW.name_de)) EXECUTE FUNCTION forget_tenant_names();

-- Most titles change while nobody has applied yet. Whoever is adding an application holds the job ad FOR KEY SHARE: the lock
-- waits for it, so the query sees every application that there will be before the commit.
CREATE FUNCTION forget_job_ad_title() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    PERFORM FROM job_ad WHERE tenant_id = NEW.tenant_id AND id = NEW.id FOR UPDATE;
    IF EXISTS (SELECT FROM application WHERE tenant_id = NEW.tenant_id AND job_ad_id = NEW.id) THEN
      UPDATE tenant SET names_version = names_version + 1 WHERE id = NEW.tenant_id;
    END IF;
    RETURN NULL;
  END
  $$;
CREATE TRIGGER forget_records AFTER UPDATE OF title ON job_ad FOR EACH ROW
  WHEN (OLD.title IS DISTINCT FROM NEW.title) EXECUTE FUNCTION forget_job_ad_title();

-- Shared lists have no foreign keys, so a record can refer to an entry before it exists. At the end of the transaction, so that
-- renamings of tenants do not wait for an import of a long list.
CREATE FUNCTION forget_shared_names() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    IF current_setting('app.forgotten_shared_names', true) = 'yes' THEN
      RETURN NULL;
    END IF;
    -- In a fixed order, so that two imports do not deadlock.
    PERFORM FROM tenant ORDER BY id FOR NO KEY UPDATE;
    UPDATE tenant SET names_version = names_version + 1;
    PERFORM set_config('app.forgotten_shared_names', 'yes', true);
    RETURN NULL;
  END
  $$;
CREATE CONSTRAINT TRIGGER forget_records_of_entry AFTER INSERT OR DELETE ON catalog_entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION forget_shared_names();
CREATE CONSTRAINT TRIGGER forget_records_of_change AFTER UPDATE ON catalog_entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.list, OLD.id, OLD.name_en, OLD.name_de, OLD.attributes)
        IS DISTINCT FROM (NEW.list, NEW.id, NEW.name_en, NEW.name_de, NEW.attributes))
  EXECUTE FUNCTION forget_shared_names();
