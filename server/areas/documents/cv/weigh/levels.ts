import type { ReadProperty } from '../values.ts';

/** Values that are weighed alike. */
export type ValueKind =
  | 'email'
  | 'phone'
  | 'address'
  | 'birthDate'
  | 'birthPlace'
  | 'nationality'
  | 'academicTitle'
  | 'job'
  | 'professionEducation'
  | 'schoolEducation'
  | 'furtherTraining'
  | 'language'
  | 'licence'
  | 'qualification'
  | 'keyword';

export const KINDS: Readonly<Record<ReadProperty, ValueKind>> = {
  title: 'academicTitle',
  'birth.date': 'birthDate',
  'birth.place': 'birthPlace',
  nationalityId: 'nationality',
  'contact.email': 'email',
  'contact.phone': 'phone',
  'contact.mobile': 'phone',
  location: 'address',
  'resume.jobs': 'job',
  'resume.professionEducations': 'professionEducation',
  'resume.schoolEducations': 'schoolEducation',
  'resume.educations': 'furtherTraining',
  languages: 'language',
  driversLicences: 'licence',
  qualifications: 'qualification',
  keywords: 'keyword',
};

const WHOLE_ENTRY = [
  'isFound',
  'isComplete',
  'hasPeriod',
  'hasWholeTitle',
  'hasWholePlace',
  'isWhole',
  'isNamed',
  'hasNoRival',
  'hasNoGap',
  'isPlain',
  'isListWhole',
];

/**
 * The levels of each kind of value, from sure to unsure: the signals that a value of the level has. A value is of the first
 * level whose signals it has all. Values of the last level have none of these.
 */
export const LEVELS: Readonly<Record<ValueKind, readonly (readonly string[])[]>> = {
  email: [['isUnbroken', 'standsAlone', 'isAmongContactData', 'fitsName'], ['isUnbroken', 'fitsName'], []],
  phone: [['isOfCountry', 'isAmongContactData', 'isNearEmail', 'isOneNumber'], ['isOfCountry'], []],
  address: [
    ['hasStreet', 'hasPostalCode', 'isCityWhole', 'isAmongContactData'],
    ['hasStreet', 'isCityWhole'],
    ['isCityWhole'],
    [],
  ],
  birthDate: [['isLabelled', 'hasClearOrder'], []],
  birthPlace: [['isLabelled', 'isShort', 'isOneName'], []],
  nationality: [['isLabelled'], []],
  academicTitle: [['isBesideName'], []],
  job: [
    [...WHOLE_ENTRY, 'isOneEntry', 'soundsLikeTitle', 'soundsLikePlace'],
    [...WHOLE_ENTRY, 'isOneEntry', 'soundsLikeTitle', 'isLikeClearOnes'],
    [...WHOLE_ENTRY, 'isOneEntry', 'soundsLikePlace', 'isLikeClearOnes'],
    ['hasPeriod', 'soundsLikeTitle', 'soundsLikePlace'],
    ['hasPeriod', 'soundsLikeTitle'],
    [],
  ],
  professionEducation: [
    [...WHOLE_ENTRY, 'soundsLikeTitle', 'soundsLikePlace'],
    [...WHOLE_ENTRY, 'soundsLikeTitle'],
    ['isFound', 'isNamed', 'isWhole', 'hasPeriod', 'soundsLikePlace'],
    [],
  ],
  schoolEducation: [
    [
      'isFound',
      'isComplete',
      'hasPeriod',
      'hasWholeTitle',
      'hasWholePlace',
      'isWhole',
      'soundsLikeTitle',
      'soundsLikePlace',
      'hasNoGap',
      'isPlain',
      'isListWhole',
    ],
    ['hasPeriod', 'soundsLikePlace'],
    [],
  ],
  furtherTraining: [
    [
      'isFound',
      'isComplete',
      'hasWholeTitle',
      'hasWholePlace',
      'soundsLikeTitle',
      'soundsLikePlace',
      'hasNoRival',
    ],
    ['isFound', 'isOnlyTitle', 'soundsLikeTitle'],
    ['isFound', 'soundsLikeTitle', 'hasNoRival'],
    [],
  ],
  language: [
    ['isUnderHeading', 'isInList', 'isLevelBeside'],
    ['isInList', 'isLevelBeside'],
    ['isUnderHeading', 'isInList'],
    [],
  ],
  licence: [['isBrief', 'isNamed', 'isUnderHeading'], ['isBrief', 'isNamed'], []],
  qualification: [
    ['isNamed', 'isUnderHeading', 'isInList'],
    ['isNamed', 'isInKnownSection', 'isInList'],
    ['isInKnownSection', 'isInList'],
    [],
  ],
  keyword: [['isWhole', 'isInList'], []],
};

/** The level of a value, from 0. */
export function levelOf(property: ReadProperty, signals: Readonly<Record<string, boolean>>): number {
  return LEVELS[KINDS[property]].findIndex((needed) => needed.every((signal) => signals[signal]));
}
