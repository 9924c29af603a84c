import {
  date,
  decimal,
  filled,
  flag,
  id,
  line,
  longText,
  nullable,
  optional,
  reference,
} from '../../../core/http/schema.ts';
import { field } from '../fields.ts';

// The fields of a resume's entries, one object for each kind. The name of a kind is the name of its table.

const PERIOD = {
  fromDate: field(
    'from_date',
    optional(date('First day.', { examples: ['2019-04-01'] })),
    nullable(date('First day.')),
  ),
  untilDate: field(
    'until_date',
    optional(date('Last day; not before the first.', { examples: ['2023-09-30'] })),
    nullable(date('Last day.')),
  ),
};

export const RESUME = {
  resume_job: {
    employer: field(
      'employer',
      filled('Employer.', { examples: ['Muster Logistik GmbH'] }),
      line('Employer.'),
    ),
    position: field('position', filled('Position.', { examples: ['Kommissioniererin'] }), line('Position.')),
    ...PERIOD,
    isCurrent: field(
      'is_current',
      optional(
        flag('Still there. Stored as sent, also beside a last day that has passed: a CV says what it says.'),
      ),
      nullable(flag('Still there.')),
    ),
    description: field(
      'description',
      optional(longText('What was done.')),
      nullable(longText('What was done.')),
    ),
    city: field('city', optional(line('City.')), nullable(line('City.'))),
    countryId: field(
      'country_id',
      optional(reference('country', 'Country (GET /masterdata/countries).', { examples: [276] })),
      nullable(id('Country.')),
    ),
    professionId: field(
      'profession_id',
      optional(reference('profession', 'Profession (GET /masterdata/professions).')),
      nullable(id('Profession.')),
    ),
    industryId: field(
      'industry_id',
      optional(reference('industry', 'Industry (GET /masterdata/industries).')),
      nullable(id('Industry.')),
    ),
  },
  resume_education: {
    title: field(
      'title',
      filled('Title of the training.', { examples: ['Ladungssicherung'] }),
      line('Title of the training.'),
    ),
    provider: field('provider', optional(line('Provider.')), nullable(line('Provider.'))),
    ...PERIOD,
    hours: field(
      'hours',
      optional(
        decimal('Hours it took; kept with two decimals.', { minimum: 0, maximum: 99_999, examples: [16] }),
      ),
      nullable(decimal('Hours.')),
    ),
    certificate: field('certificate', optional(line('Certificate.')), nullable(line('Certificate.'))),
  },
  resume_profession_education: {
    institution: field(
      'institution',
      filled('Institution.', { examples: ['Berufsschule Berlin'] }),
      line('Institution.'),
    ),
    profession: field(
      'profession',
      filled('Profession learnt or subject studied.', { examples: ['Fachkraft für Lagerlogistik'] }),
      line('Profession learnt or subject studied.'),
    ),
    degree: field('degree', optional(line('Degree.')), nullable(line('Degree.'))),
    ...PERIOD,
    isCompleted: field('is_completed', optional(flag('Completed.')), nullable(flag('Completed.'))),
    description: field('description', optional(longText('Description.')), nullable(longText('Description.'))),
  },
  resume_school_education: {
    school: field('school', filled('School.', { examples: ['Gesamtschule Mitte'] }), line('School.')),
    graduation: field(
      'graduation',
      optional(line('Graduation.', { examples: ['Mittlere Reife'] })),
      nullable(line('Graduation.')),
    ),
    ...PERIOD,
    grade: field('grade', optional(line('Grade.')), nullable(line('Grade.'))),
    city: field('city', optional(line('City.')), nullable(line('City.'))),
  },
};

export type ResumeTable = keyof typeof RESUME;
