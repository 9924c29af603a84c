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
  rounded,
} from '../../../core/http/schema.ts';
import { field } from '../fields.ts';

// The fields of resume entries, one object per kind. The key of a kind is the name of its table.

const PERIOD = {
  fromDate: field(
    'from_date',
    optional(date('First day.', { examples: ['2019-04-01'] })),
    nullable(date('First day.')),
  ),
  untilDate: field(
    'until_date',
    optional(date('Last day. Must not be before fromDate.', { examples: ['2023-09-30'] })),
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
        flag('Whether the candidate still works there. Stored as sent, even if untilDate is in the past.'),
      ),
      nullable(flag('Whether the candidate still works there.')),
    ),
    description: field(
      'description',
      optional(longText('Tasks and responsibilities.')),
      nullable(longText('Tasks and responsibilities.')),
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
        rounded('Duration in hours.', {
          decimals: 2,
          minimum: 0,
          maximum: 99_999,
          examples: [16],
        }),
      ),
      nullable(decimal('Duration in hours.')),
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
      filled('Occupation learned or subject studied.', { examples: ['Fachkraft für Lagerlogistik'] }),
      line('Occupation learned or subject studied.'),
    ),
    degree: field('degree', optional(line('Degree.')), nullable(line('Degree.'))),
    ...PERIOD,
    isCompleted: field(
      'is_completed',
      optional(flag('Whether the candidate completed it.')),
      nullable(flag('Whether the candidate completed it.')),
    ),
    description: field('description', optional(longText('Description.')), nullable(longText('Description.'))),
  },
  resume_school_education: {
    school: field('school', filled('School.', { examples: ['Gesamtschule Mitte'] }), line('School.')),
    graduation: field(
      'graduation',
      optional(line('School-leaving qualification.', { examples: ['Mittlere Reife'] })),
      nullable(line('School-leaving qualification.')),
    ),
    ...PERIOD,
    grade: field('grade', optional(line('Grade.')), nullable(line('Grade.'))),
    city: field('city', optional(line('City.')), nullable(line('City.'))),
  },
};

export type ResumeTable = keyof typeof RESUME;
