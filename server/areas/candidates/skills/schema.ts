import {
  body,
  date,
  filled,
  flag,
  id,
  int32,
  line,
  NAME_LENGTH,
  optional,
  reference,
  rounded,
  Type,
} from '../../../core/http/schema.ts';

export const ProfessionCreate = body('ProfessionCreateDto', {
  professionId: reference(
    'profession',
    'Key (DKZID) in the occupation catalog (GET /masterdata/professions).',
    { examples: [27449] },
  ),
  isPrimary: optional(
    flag('Whether this becomes the main profession, replacing the previous one. False by default.'),
  ),
  yearsOfExperience: optional(
    rounded('Years of experience, 0 to 100.', {
      decimals: 1,
      minimum: 0,
      maximum: 100,
      examples: [3.5],
    }),
  ),
});

export const ProfessionPath = Type.Object({
  id: id('Id of the candidate.'),
  professionId: id('Key in the occupation catalog, not the id of the assignment.'),
});

export const QualificationCreate = body('QualificationCreateDto', {
  qualificationId: optional(
    reference(
      'qualification',
      'Qualification (GET /masterdata/qualifications). Required if name is missing.',
    ),
  ),
  name: optional(
    line('Name of the qualification in German or English, instead of its id. Case does not matter.', {
      examples: ['Staplerschein'],
    }),
  ),
  score: optional(int32('Score, 1 to 5.', { minimum: 1, maximum: 5, examples: [4] })),
});

export const QualificationPath = Type.Object({
  id: id('Id of the candidate.'),
  qualificationId: id('Catalog id of the qualification, not the id of the assignment.'),
});

export const DriversLicenseCreate = body('DriversLicenseCreateDto', {
  driversLicenseId: optional(
    reference('driver licence', "Driver's license, 313 to 343 (GET /masterdata/driverslicenses). Required.", {
      examples: [339],
    }),
  ),
  driverLicenceId: optional(reference('driver licence', 'Alias of driversLicenseId.', { examples: [339] })),
  issuedAt: optional(date('Day of issue.')),
  validUntil: optional(date('Last day of validity. Must not be before issuedAt.')),
});

export const DriversLicensePath = Type.Object({
  candidateId: id('Id of the candidate.'),
  driversLicenseId: id('Catalog id of the license, not the id of the assignment.'),
});

export const KeywordCreate = body('KeywordCreateDto', {
  keyword: filled(
    'The keyword. Leading and trailing whitespace is removed, and other whitespace becomes one blank. Letters are composed (Unicode normalization form C).',
    {
      maxLength: NAME_LENGTH,
      examples: ['Schichtleiter'],
    },
  ),
});

export const KeywordPath = Type.Object({
  id: id('Id of the candidate.'),
  keywordId: id('Id of the keyword, as the candidate shows it.'),
});
