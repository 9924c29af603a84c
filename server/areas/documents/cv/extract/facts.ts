import type { Leftover, ValueSource, WeighedValue } from '../values.ts';

/** ISO dates. A month or year stands for its first day as a beginning and for its last day as an end. */
export interface CvPeriod {
  fromDate?: string;
  untilDate?: string;
}

interface CvJob extends CvPeriod {
  employer: string;
  position: string;
  isCurrent: boolean;
  city?: string;
  description?: string;
}

/** Vocational training or studies. */
interface CvProfessionEducation extends CvPeriod {
  institution: string;
  profession: string;
}

interface CvSchoolEducation extends CvPeriod {
  school: string;
  graduation?: string;
}

/** Further training. */
interface CvTraining extends CvPeriod {
  title: string;
  provider?: string;
}

export interface CvName {
  title?: string;
  firstName: string;
  lastName: string;
}

export interface CvAddress {
  street?: string;
  streetNumber?: string;
  zipCode?: string;
  city?: string;
  /** ISO 3166 numeric, as in the list of countries. */
  countryId?: number;
}

export interface CvPhone {
  /** As written in the CV. */
  text: string;
  e164: string;
  isMobile: boolean;
}

/** The facts of a CV that was read, with its text, how sure they are, and what was not used. */
export interface ReadCv extends CvFacts {
  text: string;
  values: WeighedValue[];
  /** The line that has the date of the document. */
  dateSource?: ValueSource;
  leftovers: Leftover[];
}

/** What a CV says. Ids are those of the value lists. What the CV does not say is absent or empty. */
export interface CvFacts {
  name?: CvName;
  emails: string[];
  phones: CvPhone[];
  address?: CvAddress;
  birthDate?: string;
  birthPlace?: string;
  /** When the CV was written, as it says itself: "until today" means until then. */
  documentDate?: string;
  nationalityId?: number;
  jobs: CvJob[];
  professionEducations: CvProfessionEducation[];
  schoolEducations: CvSchoolEducation[];
  educations: CvTraining[];
  languages: { languageId: number; languageLevelId?: number }[];
  driversLicenseIds: number[];
  qualificationIds: number[];
  /** Skills that no value list has, as written. */
  keywords: string[];
}
