-- Answers of the geocoder that an operator may configure, so that one address is asked for once.

CREATE TABLE geocoder_answer (
  -- SHA-256 of the normalised address. Shared by all tenants: where a house stands is nobody's record, and no row
  -- tells who asked or who lives there.
  address_sha256 bytea PRIMARY KEY,
  -- NULL: the geocoder does not know the address.
  latitude double precision,
  longitude double precision,
  answered_at timestamptz NOT NULL DEFAULT clock_now(),
  CHECK ((latitude IS NULL) = (longitude IS NULL))
);
CREATE INDEX geocoder_answer_by_age ON geocoder_answer (answered_at);
