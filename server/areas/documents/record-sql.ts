import type { Language } from '../../core/http/index.ts';
import { PARSING_MESSAGES } from './parsing-messages.ts';

const reasonCases = Object.entries(PARSING_MESSAGES)
  .map(([reason, message]) => `WHEN '${message.replaceAll("'", "''")}' THEN '${reason}'`)
  .join(' ');

function category(idSql: string, property: string): string {
  return `(SELECT k.${property} FROM catalog_entry AS k WHERE k.list = 'documentcategories' AND k.id = ${idSql})`;
}

/**
 * SQL for the JSON (DocumentCategoryDto) of the category with this id. If the list no longer has the id, key and name are
 * null. Columns in `idSql` must be qualified: the SQL becomes part of a subquery on another table.
 */
export function categoryJson(idSql: string, language: Language): string {
  return `json_build_object('id', ${idSql}, 'key', ${category(idSql, "attributes->>'key'")}, 'name', ${category(idSql, `name_${language}`)})`;
}

/** SQL for the JSON of the document `d` without its contents. */
export function documentJson(language: Language): string {
  return `json_build_object('id', d.id, 'candidateId', d.candidate_id, 'originalFileName', d.original_file_name,
    'documentCategory', ${categoryJson('d.document_category_id', language)}, 'mimeType', d.mime_type,
    'sizeBytes', d.size_bytes, 'sha256', d.sha256, 'cvParsingState', d.cv_parsing_state,
    'cvParsingMessage', d.cv_parsing_message,
    'cvParsingReason', CASE d.cv_parsing_message ${reasonCases} END, 'openProposals', d.open_proposals,
    'createdAtUtc', utc(d.created_at), 'modifiedAtUtc', utc(d.modified_at))`;
}
