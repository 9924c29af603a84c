-- Sign-ins of users to the platform. Read before the tenant of a request is known, so not behind row-level security.

CREATE TABLE user_session (
  -- SHA-256 of the token in the cookie: who reads the table cannot sign in with it.
  token_sha256 bytea PRIMARY KEY,
  tenant_id integer NOT NULL,
  user_id integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  last_seen_at timestamptz NOT NULL DEFAULT clock_now(),
  expires_at timestamptz NOT NULL,
  FOREIGN KEY (tenant_id, user_id) REFERENCES user_account (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX user_session_by_user ON user_session (tenant_id, user_id);
CREATE INDEX user_session_by_expiry ON user_session (expires_at);

-- Which users an address signs in as: signing in names no tenant, and users are behind row-level security. Kept by the
-- trigger alone. Holds a hash, so that the table outside the wall names nobody.
CREATE TABLE user_sign_in (
  email_sha256 bytea NOT NULL,
  tenant_id integer NOT NULL,
  user_id integer NOT NULL,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES user_account (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX user_sign_in_by_email ON user_sign_in (email_sha256);

CREATE FUNCTION keep_user_sign_in() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    INSERT INTO user_sign_in (email_sha256, tenant_id, user_id)
    VALUES (sha256(convert_to(NEW.email_match, 'UTF8')), NEW.tenant_id, NEW.id)
    ON CONFLICT (tenant_id, user_id) DO UPDATE SET email_sha256 = EXCLUDED.email_sha256;
    RETURN NULL;
  END
  $$;
CREATE TRIGGER user_account_sign_in AFTER INSERT OR UPDATE OF email_match ON user_account
  FOR EACH ROW EXECUTE FUNCTION keep_user_sign_in();

-- Users that are there already. Tenant by tenant, since they stand behind row-level security.
DO $$
  DECLARE one integer;
  BEGIN
    FOR one IN SELECT id FROM tenant LOOP
      PERFORM set_config('app.tenant_id', one::text, true);
      INSERT INTO user_sign_in (email_sha256, tenant_id, user_id)
      SELECT sha256(convert_to(email_match, 'UTF8')), tenant_id, id FROM user_account;
    END LOOP;
    PERFORM set_config('app.tenant_id', '', true);
  END
$$;
