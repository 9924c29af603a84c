import {
  body,
  date,
  decimal,
  filled,
  flag,
  line,
  longText,
  optional,
  reference,
} from '../../../core/http/schema.ts';

const period = {
  fromDate: optional(date('First day.', { examples: ['2019-04-01'] })),
  untilDate: optional(date('Last day; not before the first.', { examples: ['2023-09-30'] })),
};

export const JobCreate = body('EmployerCreateDto', {
  employer: filled('Employer.', { examples: ['Muster Logistik GmbH'] }),
  position: filled('Position.', { examples: ['Kommissioniererin'] }),
  ...period,
  isCurrent: optional(
    flag('Still there. Stored as sent, also beside a last day that has passed: a CV says what it says.'),
  ),
  description: optional(longText('What was done.')),
  city: optional(line('City.')),
  countryId: optional(reference('country', 'Country (GET /masterdata/countries).', { examples: [276] })),
  professionId: optional(reference('profession', 'Profession (GET /masterdata/professions).')),
  industryId: optional(reference('industry', 'Industry (GET /masterdata/industries).')),
});

export const FurtherTrainingCreate = body('CandidateFurtherTrainingDto', {
  title: filled('Title of the training.', { examples: ['Ladungssicherung'] }),
  provider: optional(line('Provider.')),
  ...period,
  hours: optional(
    decimal('Hours it took; kept with two decimals.', { minimum: 0, maximum: 99_999, examples: [16] }),
  ),
  certificate: optional(line('Certificate.')),
});

export const ProfessionalTrainingCreate = body('CandidateProfessionalTrainingDto', {
  institution: filled('Institution.', { examples: ['Berufsschule Berlin'] }),
  profession: filled('Profession learnt or subject studied.', { examples: ['Fachkraft für Lagerlogistik'] }),
  degree: optional(line('Degree.')),
  ...period,
  isCompleted: optional(flag('Completed.')),
  description: optional(longText('Description.')),
});

export const SchoolEducationCreate = body('CandidateEducationDto', {
  school: filled('School.', { examples: ['Gesamtschule Mitte'] }),
  graduation: optional(line('Graduation.', { examples: ['Mittlere Reife'] })),
  ...period,
  grade: optional(line('Grade.')),
  city: optional(line('City.')),
});
