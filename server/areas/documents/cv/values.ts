/** What a CV can say about a candidate, under the names of the API. An address is one value, and so is each entry of a list. */
export const VALUE_PROPERTIES = [
  'title',
  'birth.date',
  'birth.place',
  'nationalityId',
  'contact.email',
  'contact.phone',
  'contact.mobile',
  'contactChannels',
  'location',
  'resume.jobs',
  'resume.professionEducations',
  'resume.schoolEducations',
  'resume.educations',
  'languages',
  'driversLicences',
  'qualifications',
  'professionObjects',
  'keywords',
] as const;

export type ValueProperty = (typeof VALUE_PROPERTIES)[number];

/** What the text says itself. Professions are looked up later, and channels are addresses and numbers that the profile has no place for. */
export type ReadProperty = Exclude<ValueProperty, 'professionObjects' | 'contactChannels'>;

/**
 * Properties that are never written without a person. Of professions and keywords a CV has many, and no list says which of them matter.
 * Further addresses and numbers can be those of others.
 */
export const PROPOSED_ONLY: ReadonlySet<ValueProperty> = new Set([
  'professionObjects',
  'keywords',
  'contactChannels',
]);

/** In points (1/72 inch) of the coordinates of the PDF page, whose origin is usually the lower left corner. */
export interface Rectangle {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** In characters. A longer line is cut off: a CV without line breaks would be repeated for each value. */
export const MAXIMUM_LINE = 300;

/** A line of a CV from which a value was read. */
export interface ValueSource {
  /** From 1. Null for formats without pages. */
  page: number | null;
  /** Number of the line in the text as it was read, from 1. */
  line: number;
  text: string;
  /** Null for formats without pages. */
  rectangle: Rectangle | null;
}

/** A value that was read from a CV. */
export interface WeighedValue {
  property: ReadProperty;
  /** Its place in the list of the facts that it is from. 0 for a property that is no list. */
  index: number;
  /** The share of such values that are right, from 0 to 1. */
  confidence: number;
  sources: ValueSource[];
}

/** What was not used of a CV, or not without a person. Never contains text of it. */
export interface Leftover {
  code:
    | 'nothingFound'
    | 'otherName'
    | 'unusedPeriods'
    | 'unusedContacts'
    | 'pageWithoutText'
    | 'recognizedPages'
    | 'unreadPages'
    | 'outdatedJobs';
  /** Of documents, names, periods, addresses and numbers, pages, or jobs. */
  count: number;
  /** The pages, from 1. Empty for formats without pages. */
  pages: number[];
}
