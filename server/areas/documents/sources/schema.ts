import { id, line, list, nullable, record, Type } from '../../../core/http/schema.ts';
import { MAXIMUM_LINE } from '../cv/values.ts';

const CvSource = record('CvSourceDto', {
  property: Type.String({
    description:
      'The property of the candidate, as in the history. An address is `location`, an entry of a list its list.',
    examples: ['contact.email', 'resume.jobs'],
  }),
  id: nullable(id('Id of the entry of a list, as the candidate has it. `null` for other properties.')),
  line: line('The first line of the text that has the value.', { maxLength: MAXIMUM_LINE }),
});

export const CvSourcesResponse = record('CvSourcesResponse', {
  sources: list(
    CvSource,
    'One for each value of the candidate that a line of the text has. Empty if no text was read from the document.',
  ),
});
