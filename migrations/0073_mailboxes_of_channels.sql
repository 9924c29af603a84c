-- The duplicate check also compares the mailboxes of addresses that are only channels. The expression makes of address_match, which is in
-- lower case, what toCanonicalEmail() of the service makes of an address: no plus tag, and for Gmail no dots. A column and not an index
-- on the expression, because row level security keeps conditions with functions from being looked up in an index. The table is written
-- anew, which takes about ten seconds for a million channels and holds up who reads them.
ALTER TABLE candidate_contact_channel ADD COLUMN email_canonical text GENERATED ALWAYS AS (
  CASE
    WHEN kind <> 'email' THEN NULL
    WHEN address_match ~ '@(gmail|googlemail)\.com$'
      THEN replace(regexp_replace(regexp_replace(address_match, '@[^@]*$', ''), '(.)\+.*$', '\1'), '.', '') || '@gmail.com'
    ELSE regexp_replace(regexp_replace(address_match, '@[^@]*$', ''), '(.)\+.*$', '\1') || substring(address_match FROM '@[^@]*$')
  END) STORED;

CREATE INDEX candidate_contact_channel_by_canonical_email ON candidate_contact_channel (tenant_id, email_canonical, candidate_id)
  WHERE email_canonical IS NOT NULL;
