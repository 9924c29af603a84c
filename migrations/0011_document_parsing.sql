-- Whether a document is to be read by the CV parser, and what became of it. NULL: nobody asked for it. A column and
-- not only a job: the wish is committed with the document, and a failure is to be seen with the document.
ALTER TABLE document
  ADD COLUMN cv_parsing_state text CHECK (cv_parsing_state IN ('requested', 'done', 'failed')),
  -- Why it failed, in words for people; never out of the file's contents.
  ADD COLUMN cv_parsing_message text;
