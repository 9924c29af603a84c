import { list, longText, oneOf, partial, record, type Static } from '../../../core/http/schema.ts';
import { JobAdChange } from '../../jobads/index.ts';

const { employmentType, salary, location, introduction, tasks, profile, benefits, contactText } =
  JobAdChange.properties;

export const JobAdPreview = partial('JobAdPreviewDto', {
  employmentType,
  salary,
  location,
  introduction,
  tasks,
  profile,
  benefits,
  contactText,
});

export type JobAdPreviewBody = Static<typeof JobAdPreview>;

export const JobAdPreviewResponse = record('JobAdPreviewResponse', {
  language: oneOf(['de', 'en'], 'Language of the job ads of this tenant.'),
  facts: list(
    longText('Place of work, type of employment, or salary.', { examples: ['10115 Berlin'] }),
    'The line below the title, as plain text. Only what is set.',
  ),
  html: longText(
    'The texts with their headings, as sanitized HTML: it has no scripts and no images, and its links are absolute.',
    {
      maxLength: 4_000_000,
      examples: [
        '<section aria-labelledby="tasks"><h2 id="tasks">Ihre Aufgaben</h2><p>Ware annehmen</p></section>',
      ],
    },
  ),
});
