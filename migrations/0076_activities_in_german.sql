-- The German text of an activity that the service writes. Null for notes, and for activities from before this column: their status names
-- could be derived only from the English text, whose names may have changed since.
ALTER TABLE company_activity ADD COLUMN text_de text;

-- As in 0057_sql_rules.sql, with the German text. It has a default, so that processes of the version before can still write while
-- they are replaced.
DROP FUNCTION add_company_activity(integer, integer, text, text, text, integer, integer, integer, timestamptz);

CREATE FUNCTION add_company_activity(
  p_tenant_id integer, p_company_id integer, p_kind text, p_text text, p_entity text, p_entity_id integer,
  p_user_id integer, p_api_client_id integer, p_occurred_at timestamptz, p_text_de text DEFAULT NULL
) RETURNS integer
  LANGUAGE plpgsql VOLATILE
  AS $$
  DECLARE added integer;
  BEGIN
    INSERT INTO company_activity (tenant_id, company_id, kind, text, text_de, entity, entity_id, user_id, api_client_id, occurred_at)
    VALUES (p_tenant_id, p_company_id, p_kind, p_text, p_text_de, p_entity, p_entity_id, p_user_id, p_api_client_id,
            coalesce(p_occurred_at, clock_now()))
    RETURNING id INTO added;
    RETURN added;
  END
  $$;
