-- Addresses are compared by the Unicode form of their domain and in normalization form C, as toEmailMatch() of the service makes them now.
-- Some browsers send the domain of ada@müller.example as xn--mller-kva.example, and some programs send ü as u with a mark: each was
-- another candidate. This brings the stored ones to that form. The algorithm is that of RFC 3492, 6.2.
CREATE FUNCTION punycode_decoded(label text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
  DECLARE
    basic integer := length(label) - strpos(reverse(label), '-');
    decoded integer[] := '{}';
    code integer := 128;
    bias integer := 72;
    place bigint := 0;
    before bigint;
    weight bigint;
    threshold integer;
    digit integer;
    step integer;
    delta bigint;
    size integer;
    at integer;
  BEGIN
    IF strpos(label, '-') = 0 THEN
      at := 1;
    ELSE
      IF basic > 0 THEN
        SELECT array_agg(ascii(letter) ORDER BY number) INTO decoded
          FROM regexp_split_to_table(left(label, basic), '') WITH ORDINALITY AS letters (letter, number);
      END IF;
      at := basic + 2;
    END IF;
    WHILE at <= length(label) LOOP
      before := place;
      weight := 1;
      step := 36;
      LOOP
        IF at > length(label) THEN RETURN NULL; END IF;
        digit := strpos('abcdefghijklmnopqrstuvwxyz0123456789', substr(label, at, 1)) - 1;
        IF digit < 0 THEN RETURN NULL; END IF;
        at := at + 1;
        place := place + digit * weight;
        threshold := least(greatest(step - bias, 1), 26);
        EXIT WHEN digit < threshold;
        weight := weight * (36 - threshold);
        step := step + 36;
        IF step > 360 THEN RETURN NULL; END IF;
      END LOOP;
      size := cardinality(decoded) + 1;
      delta := (place - before) / CASE WHEN before = 0 THEN 700 ELSE 2 END;
      delta := delta + delta / size;
      bias := 0;
      WHILE delta > 455 LOOP
        delta := delta / 35;
        bias := bias + 36;
      END LOOP;
      bias := bias + 36 * delta / (delta + 38);
      IF place / size > 1114111 - code THEN RETURN NULL; END IF;
      code := code + place / size;
      place := place % size;
      decoded := decoded[:place] || code || decoded[place + 1:];
      place := place + 1;
    END LOOP;
    RETURN (SELECT string_agg(chr(letter), '' ORDER BY number) FROM unnest(decoded) WITH ORDINALITY AS letters (letter, number));
  EXCEPTION
    -- No letter has this number. The label stays as it is.
    WHEN others THEN RETURN NULL;
  END
  $$;

CREATE FUNCTION address_in_one_form(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT normalize(substring(address FROM '^.*@') ||
           (SELECT string_agg(CASE WHEN label LIKE 'xn--%' THEN coalesce(punycode_decoded(substr(label, 5)), label) ELSE label END, '.' ORDER BY number)
              FROM regexp_split_to_table(substring(address FROM '[^@]*$'), '\.') WITH ORDINALITY AS labels (label, number)))
  $$;

-- Tables with FORCE ROW LEVEL SECURITY show only rows of the session's tenant, also to their owner. A candidate who has an address in
-- both forms keeps both.
DO $$
DECLARE one integer;
BEGIN
  FOR one IN SELECT id FROM tenant LOOP
    PERFORM set_config('app.tenant_id', one::text, true);
    UPDATE candidate
       SET email_match = address_in_one_form(email_match), email_canonical = address_in_one_form(email_canonical)
     WHERE tenant_id = one AND email_match ~ '@(.*\.)?xn--|[^\u0001-\u007F]';
    UPDATE candidate_contact_channel AS channel
       SET address_match = address_in_one_form(address_match)
     WHERE tenant_id = one AND kind = 'email' AND address_match ~ '@(.*\.)?xn--|[^\u0001-\u007F]'
       AND NOT EXISTS (
         SELECT FROM candidate_contact_channel AS other
          WHERE other.tenant_id = one AND other.candidate_id = channel.candidate_id AND other.kind = 'email'
            AND other.id <> channel.id AND address_in_one_form(other.address_match) = address_in_one_form(channel.address_match));
  END LOOP;
  PERFORM set_config('app.tenant_id', '', true);
END
$$;

DROP FUNCTION address_in_one_form(text);
DROP FUNCTION punycode_decoded(text);
