-- When the mail server refused the mail of a link for good, or after the last attempt. Null while the mail may arrive. Who invited the user
-- could not see it otherwise, and the user cannot tell.
ALTER TABLE password_link ADD COLUMN mail_failed_at timestamptz;
