-- Sign-ins of users to the platform. Read before the tenant of a request is known, so not behind row-level security.

-- What a request with a session must know of its user, who stands behind row-level security: kept by the trigger
-- below alone, so that no way of changing a user can forget it. The address is a hash, so that the table outside the
-- wall names nobody.
CREATE TABLE user_sign_in (
  tenant_id integer NOT NULL,
  user_id integer NOT NULL,
  email_sha256 bytea NOT NULL,
  role text NOT NULL,
  -- Active and with a password.
  may_sign_in boolean NOT NULL,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES user_account (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX user_sign_in_by_email ON user_sign_in (email_sha256);

-- Unlogged: a backup must not bring back sessions that were ended after it was made, and unlogged tables are in none.
-- A crash of the database signs everybody out. No foreign key, which would stand in the way of a restore: a session
-- counts only together with the row above.
CREATE UNLOGGED TABLE user_session (
  -- SHA-256 of the token in the cookie: who reads the table cannot sign in with it.
  token_sha256 bytea PRIMARY KEY,
  tenant_id integer NOT NULL,
  user_id integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_now(),
  last_seen_at timestamptz NOT NULL DEFAULT clock_now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX user_session_by_user ON user_session (tenant_id, user_id);
CREATE INDEX user_session_by_expiry ON user_session (expires_at);

CREATE FUNCTION keep_user_sign_in() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    INSERT INTO user_sign_in (tenant_id, user_id, email_sha256, role, may_sign_in)
    VALUES (NEW.tenant_id, NEW.id, sha256(convert_to(NEW.email_match, 'UTF8')), NEW.role,
            NEW.is_active AND NEW.password_hash IS NOT NULL)
    ON CONFLICT (tenant_id, user_id) DO UPDATE
       SET email_sha256 = EXCLUDED.email_sha256, role = EXCLUDED.role, may_sign_in = EXCLUDED.may_sign_in;
    -- Another password ends every session that was begun with the one before.
    IF NOT NEW.is_active OR NEW.password_hash IS NULL
       OR (TG_OP = 'UPDATE' AND OLD.password_hash IS DISTINCT FROM NEW.password_hash) THEN
      DELETE FROM user_session WHERE tenant_id = NEW.tenant_id AND user_id = NEW.id;
    END IF;
    RETURN NULL;
  END
  $$;
CREATE TRIGGER user_account_sign_in AFTER INSERT OR UPDATE OF email_match, role, is_active, password_hash ON user_account
  FOR EACH ROW EXECUTE FUNCTION keep_user_sign_in();

-- Users that are there already. Tenant by tenant, since they stand behind row-level security.
DO $$
  DECLARE one integer;
  BEGIN
    FOR one IN SELECT id FROM tenant LOOP
      PERFORM set_config('app.tenant_id', one::text, true);
      INSERT INTO user_sign_in (tenant_id, user_id, email_sha256, role, may_sign_in)
      SELECT tenant_id, id, sha256(convert_to(email_match, 'UTF8')), role, is_active AND password_hash IS NOT NULL
        FROM user_account;
    END LOOP;
    PERFORM set_config('app.tenant_id', '', true);
  END
$$;
