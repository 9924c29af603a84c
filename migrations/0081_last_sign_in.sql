-- So that administrators find accounts that nobody uses. Only the day: more would say when people work.
ALTER TABLE user_account ADD COLUMN last_sign_in_date date;
