import { int32, longText, oneOf, record } from '../../core/http/schema.ts';
import { FIELDS } from './terms.ts';

export const MatchRead = record('SearchMatchDto', {
  field: oneOf(
    [...FIELDS],
    'Where the word was found. education is an entry of the resume, resume the description of a job, document the text of a CV, contact a person at a company, importExternalId the id of a candidate or request in the source system, position also the title of a request or job ad.',
    { examples: ['keyword'] },
  ),
  excerpt: longText('The text around the place, on one line.', { examples: ['Gabelstaplerfahrer'] }),
  start: int32('Where in the excerpt the match starts, from 0, in UTF-16 code units.', { examples: [0] }),
  length: int32('Length of the match in UTF-16 code units.', { examples: [18] }),
});
