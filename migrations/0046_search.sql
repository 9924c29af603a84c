-- The search of the platform: inverted indexes that are written after the changes, in the background.

-- The text of a CV that was read, so that its words find the candidate and a hit can show where.
CREATE TABLE document_text (
  tenant_id integer NOT NULL,
  document_id integer NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (tenant_id, document_id),
  FOREIGN KEY (tenant_id, document_id) REFERENCES document (tenant_id, id) ON DELETE CASCADE
);
CALL protect_tenant_table('document_text');

-- What a search filters and sorts by. Only candidates with an application have a row.
CREATE TABLE candidate_search (
  tenant_id integer NOT NULL,
  candidate_id integer NOT NULL,
  -- The last and first name as they are compared.
  name_key text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  -- The latest application.
  applied_at timestamptz NOT NULL,
  status_id integer,
  office_id integer,
  responsibility integer,
  source_of_supply_id integer,
  available_from date,
  geo_lat double precision, geo_lon double precision,
  -- The square of a tenth of a degree that contains the coordinates.
  geo_cell integer,
  profession_ids integer[] NOT NULL,
  license_ids integer[] NOT NULL,
  -- Each language with its level: language id * 16 + rank of the level, 0 without a level.
  languages integer[] NOT NULL,
  -- The applications: element n of each array belongs to the same one. 0 is a speculative application.
  applied_job_ad_ids integer[] NOT NULL,
  applied_stages text[] NOT NULL,
  applied_on date[] NOT NULL,
  PRIMARY KEY (tenant_id, candidate_id),
  FOREIGN KEY (tenant_id, candidate_id) REFERENCES candidate (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX candidate_search_by_application ON candidate_search (tenant_id, applied_at, candidate_id);
CREATE INDEX candidate_search_by_creation ON candidate_search (tenant_id, created_at, candidate_id);
CREATE INDEX candidate_search_by_name ON candidate_search (tenant_id, name_key, candidate_id);
CREATE INDEX candidate_search_by_cell ON candidate_search (tenant_id, geo_cell, candidate_id);
CALL protect_tenant_table('candidate_search');

-- The words of a candidate, and what else finds it; server/areas/search/terms.ts explains them. The comparison of texts by
-- bytes is leakproof, so that ranges of this index are read behind row-level security. The key answers whether a candidate has
-- a word of a range, the index which candidates have one.
CREATE TABLE candidate_search_term (
  tenant_id integer NOT NULL,
  candidate_id integer NOT NULL,
  term text COLLATE "C" NOT NULL,
  -- How little the term says about the candidate: 0 for a name.
  weight smallint NOT NULL,
  PRIMARY KEY (tenant_id, candidate_id, term)
);
CREATE INDEX candidate_search_term_by_term ON candidate_search_term (tenant_id, term, candidate_id) INCLUDE (weight);
CALL protect_tenant_table('candidate_search_term');

-- Instead of a foreign key, whose check of each of the many terms would take longer than all else. Terms are only written in a
-- transaction that has locked this row.
CREATE FUNCTION delete_candidate_search_terms() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    DELETE FROM candidate_search_term WHERE tenant_id = OLD.tenant_id AND candidate_id = OLD.candidate_id;
    RETURN NULL;
  END
  $$;
CREATE TRIGGER candidate_search_terms AFTER DELETE ON candidate_search FOR EACH ROW
  EXECUTE FUNCTION delete_candidate_search_terms();

-- The same for the other records that the palette finds.
CREATE TABLE record_search_term (
  tenant_id integer NOT NULL REFERENCES tenant (id),
  -- As in the change log.
  entity text NOT NULL CHECK (entity IN ('company', 'contact', 'request', 'jobad')),
  record_id integer NOT NULL,
  term text COLLATE "C" NOT NULL,
  weight smallint NOT NULL,
  PRIMARY KEY (tenant_id, entity, record_id, term)
);
CREATE INDEX record_search_term_by_term ON record_search_term (tenant_id, entity, term, record_id) INCLUDE (weight);
CALL protect_tenant_table('record_search_term');

-- The records whose index is out of date. Control plane like the jobs of the queue: it has only ids and is read for all
-- tenants. A row is only ever inserted, so that the changes of a record never wait for the transaction that indexes it.
CREATE SEQUENCE search_mark_id_seq AS bigint;
CREATE TABLE search_mark (
  tenant_id integer NOT NULL,
  id bigint NOT NULL DEFAULT nextval('search_mark_id_seq'),
  entity text NOT NULL,
  record_id integer NOT NULL,
  PRIMARY KEY (tenant_id, id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Every change of a record has an entry in the change log. The document of a candidate is found with the candidate.
CREATE FUNCTION mark_for_search() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    IF NEW.entity = 'document' THEN
      INSERT INTO search_mark (tenant_id, entity, record_id) VALUES (NEW.tenant_id, 'candidate', NEW.owner_id);
    ELSE
      INSERT INTO search_mark (tenant_id, entity, record_id) VALUES (NEW.tenant_id, NEW.entity, NEW.record_id);
    END IF;
    RETURN NULL;
  END
  $$;
CREATE TRIGGER change_log_search AFTER INSERT ON change_log FOR EACH ROW
  WHEN (NEW.entity IN ('candidate', 'company', 'contact', 'request', 'jobad') AND NEW.kind <> 'deleted'
        OR NEW.entity = 'document' AND NEW.owner_id IS NOT NULL)
  EXECUTE FUNCTION mark_for_search();

-- The records from before this migration are indexed in the background, in the order of their ids, after this one.
CREATE TABLE search_backfill (
  tenant_id integer REFERENCES tenant (id),
  entity text NOT NULL,
  after_id integer NOT NULL,
  PRIMARY KEY (tenant_id, entity)
);
INSERT INTO search_backfill (tenant_id, entity, after_id)
SELECT tenant.id, entity, 0 FROM tenant, unnest(ARRAY['candidate', 'company', 'contact', 'request', 'jobad']) AS entity;
