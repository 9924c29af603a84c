import {
  body,
  date,
  decimal,
  filled,
  flag,
  id,
  int32,
  NAME_LENGTH,
  optional,
  reference,
  Type,
} from '../../../core/http/schema.ts';

export const ProfessionCreate = body('ProfessionCreateDto', {
  professionId: reference(
    'profession',
    'Key (DKZID) of the occupation catalog (GET /masterdata/professions).',
    { examples: [27449] },
  ),
  isPrimary: optional(flag('Main profession: takes the place of the one so far. False by default.')),
  yearsOfExperience: optional(
    decimal('Years of experience, 0 to 100; kept with one decimal.', {
      minimum: 0,
      maximum: 100,
      examples: [3.5],
    }),
  ),
});

export const ProfessionPath = Type.Object({
  id: id('Id of the candidate.'),
  professionId: id('Key of the occupation catalog, not the id of the assignment.'),
});

export const QualificationCreate = body('QualificationCreateDto', {
  qualificationId: optional(
    reference('qualification', 'Qualification (GET /masterdata/qualifications); or send name.'),
  ),
  name: optional(
    filled('Name of the qualification in either language, instead of its id; case does not matter.', {
      examples: ['Staplerschein'],
    }),
  ),
  score: optional(int32('How good the candidate is, 1 to 5.', { minimum: 1, maximum: 5, examples: [4] })),
});

export const QualificationPath = Type.Object({
  id: id('Id of the candidate.'),
  qualificationId: id('Catalog id of the qualification, not the id of the assignment.'),
});

export const DriversLicenseCreate = body('DriversLicenseCreateDto', {
  driversLicenseId: optional(
    reference('driver licence', 'Licence, 313 to 343 (GET /masterdata/driverslicenses); required.', {
      examples: [339],
    }),
  ),
  driverLicenceId: optional(
    reference('driver licence', 'Another name of driversLicenseId.', { examples: [339] }),
  ),
  issuedAt: optional(date('Day of issue.')),
  validUntil: optional(date('Last day of validity; not before the day of issue.')),
});

export const DriversLicensePath = Type.Object({
  candidateId: id('Id of the candidate.'),
  driversLicenseId: id('Catalog id of the licence, not the id of the assignment.'),
});

export const KeywordCreate = body('KeywordCreateDto', {
  keyword: filled('The keyword; space around it is removed.', {
    maxLength: NAME_LENGTH,
    examples: ['Schichtleiter'],
  }),
});

export const KeywordPath = Type.Object({
  id: id('Id of the candidate.'),
  keywordId: id('Id of the keyword, as the candidate shows it.'),
});
