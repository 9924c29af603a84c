-- Attachments of communications can be read, so the access log has their reads as well. An entry is about a document or about
-- an attachment.
ALTER TABLE document_access
  ALTER COLUMN document_id DROP NOT NULL,
  ADD COLUMN attachment_id integer,
  ADD CONSTRAINT document_access_contents_check CHECK (num_nonnulls(document_id, attachment_id) = 1);
