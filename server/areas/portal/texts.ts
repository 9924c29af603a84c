import type { PostalCodeRule } from './application/postal-code.ts';

/** All texts of the portal except the ads, which are shown in their own language. */
export interface Texts {
  jobs: string;
  jobsAt(company: string): string;
  listLead(company: string): string;
  skip: string;
  otherLanguage: string;
  imprint: string;
  privacy: string;
  footer: string;
  search: {
    heading: string;
    words: string;
    wordsExample: string;
    filters(inUse: number): string;
    city: string;
    branch: string;
    employmentType: string;
    any: string;
    submit: string;
    reset: string;
  };
  results(total: number): string;
  noResults: string;
  noAds: string;
  pages: string;
  previous: string;
  next: string;
  page(number: number, of: number): string;
  published: string;
  branch: string;
  hours(hours: string): string;
  salary: string;
  perPeriod: Record<'hour' | 'month' | 'year', string>;
  from(amount: string): string;
  upTo(amount: string): string;
  range(from: string, to: string): string;
  start: string;
  place: string;
  reference: string;
  kind: string;
  lastDay: string;
  startPage: string;
  atAGlance: string;
  tasks: string;
  profile: string;
  benefits: string;
  contact: string;
  apply: string;
  applyFor(title: string): string;
  backToList: string;
  backToAd: string;
  form: FormTexts;
  thanks: { title: string; lead(company: string): string; next: string[]; more: string };
  notices: Record<NoticeName, { title: string; text: string }>;
}

export type NoticeName =
  | 'tenantMissing'
  | 'unknownAd'
  | 'unknownPage'
  | 'gone'
  | 'tooLarge'
  | 'malformed'
  | 'tooMany'
  | 'busy'
  | 'foreignPage'
  | 'notAForm'
  | 'notUnderstood'
  | 'unavailable'
  | 'noSpace'
  | 'internal';

export interface FormTexts {
  intro: string;
  optional: string;
  person: string;
  salutation: string;
  firstName: string;
  lastName: string;
  email: string;
  emailHint: string;
  phone: string;
  street: string;
  streetNumber: string;
  zipCode: string;
  city: string;
  country: string;
  /** Below the postal code, by the country that is selected. */
  zipCodeHint: Record<PostalCodeRule, string>;
  more: string;
  cvFile: string;
  cvIntro: string;
  cvRead: string;
  cvReading: string;
  cvFilled(count: number): string;
  cvNothingNew: string;
  cvUnreadable: string;
  /** At every field that was filled in from the CV. */
  fromCv: string;
  kept: string;
  keptFile(name: string, size: string): string;
  otherCv: string;
  message: string;
  availableFrom: string;
  files: string;
  filesHint(megabytes: number): string;
  cv: string;
  documents: string;
  documentsHint: string;
  consents: string;
  privacyConsent: string;
  termsConsent: string;
  privacyLink: string;
  submit: string;
  submitHint: string;
  doNotFill: string;
  errorTitle: string;
  errorsIn(count: number): string;
  filesKept: string;
  chooseFilesAgain: string;
  /** Prefix of the page title, for users of screen readers. */
  errorPrefix: string;
  errors: {
    required: string;
    tooLong: string;
    invalid: string;
    email: string;
    phoneNumber: string;
    whatsAppNumber: string;
    zipCode: Record<PostalCodeRule, string>;
    availableFrom: string;
    consent: string;
    consentsChanged: string;
    doNotFill: string;
    tooQuick: string;
    outdated: string;
    spent: string;
    fileNameTooLong(name: string, maximum: number): string;
    fileEmpty(name: string): string;
    fileTooLarge(name: string, megabytes: number): string;
    fileKind(name: string): string;
    tooManyFiles(maximum: number): string;
    allTooLarge(megabytes: number): string;
    filesExpired: string;
    noSpace: string;
    cvMissing: string;
    unclear: string;
  };
}
