-- The entity tag of a stored record is stored with it. Hashing the text was a tenth of what Node did for a read.

-- What contentTag() of the service makes of a text (server/core/http/entity-tag.ts), without W/ and the quotes. IMMUTABLE although
-- convert_to() is STABLE: the encoding of the database never changes.
CREATE FUNCTION content_tag(p_text text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT left(translate(encode(sha256(convert_to(p_text, 'UTF8')), 'base64'), '+/', '-_'), 27) $$;

-- The records are made again when they are next read. Adding the column to them would rewrite them all.
TRUNCATE candidate_record;
ALTER TABLE candidate_record ADD COLUMN tag text GENERATED ALWAYS AS (content_tag(body)) STORED;
