import { columnsOf, toPropertyName } from '../../../core/db/partial-change.ts';
import { type Channel, toEmailChannel, toNumberChannel } from '../../candidates/index.ts';
import type { ValueProperty, WeighedValue } from './values.ts';

export type Value = string | number | boolean | null;
export type Columns = Record<string, Value>;

/** Something that a CV says and the candidate does not have. */
export interface Finding {
  property: ValueProperty;
  /** As in WeighedValue. */
  index: number;
  /** Columns of the candidate, or of a row that is added to the table of the list. */
  columns: Columns;
  /** If it is not that of the value in the CV. */
  weight?: Pick<WeighedValue, 'confidence' | 'sources'>;
}

/** The lists of a candidate that a CV can add to, with their tables and the columns that identify what a row is about. */
export const LISTS = {
  'resume.jobs': { table: 'resume_job', key: ['employer', 'position'] },
  'resume.professionEducations': { table: 'resume_profession_education', key: ['institution', 'profession'] },
  'resume.schoolEducations': { table: 'resume_school_education', key: ['school', 'graduation'] },
  'resume.educations': { table: 'resume_education', key: ['title', 'provider'] },
  languages: { table: 'candidate_language', key: ['language_id'] },
  driversLicences: { table: 'candidate_drivers_license', key: ['drivers_license_id'] },
  qualifications: { table: 'candidate_qualification', key: ['qualification_id'] },
  professionObjects: { table: 'candidate_profession', key: ['profession_id'] },
  keywords: { table: 'candidate_keyword', key: ['keyword'] },
  contactChannels: { table: 'candidate_contact_channel', key: ['kind', 'address_match'] },
} as const;

export type ListProperty = keyof typeof LISTS;

export function isList(property: ValueProperty): property is ListProperty {
  return property in LISTS;
}

/** The columns of a candidate by the properties of PUT /candidates/{candidateId}. */
const PROFILE = {
  title: 'title',
  'birth.date': 'birth_date',
  'birth.place': 'birth_place',
  nationalityId: 'nationality_id',
  'contact.email': 'email',
  'contact.phone': 'phone',
  'contact.mobile': 'mobile',
  'location.street': 'street',
  'location.streetNumber': 'street_number',
  'location.zipCode': 'zip_code',
  'location.city': 'city',
  'location.countryId': 'country_id',
};
const toProfileColumns = columnsOf<Columns>(PROFILE);

/** The columns of a channel. */
export function toChannelColumns({
  kind,
  address,
  addressMatch,
  consentChecked,
  isPrimary,
}: Channel): Columns {
  return {
    kind,
    address,
    address_match: addressMatch,
    consent_checked: consentChecked,
    is_primary: isPrimary,
  };
}

/** The value as the operation takes it that changes the profile or adds the entry. */
export function toBody({ property, columns }: Finding): Record<string, unknown> {
  if (property === 'contactChannels')
    return columns.kind === 'email' ? { email: columns.address } : { phoneNumber: columns.address };
  if (isList(property))
    return Object.fromEntries(Object.entries(columns).map(([name, value]) => [toPropertyName(name), value]));
  const body: Record<string, Record<string, Value> | Value> = {};
  for (const [path, column] of Object.entries(PROFILE)) {
    if (columns[column] === undefined) continue;
    const [first, second] = path.split('.') as [string, string | undefined];
    body[first] =
      second === undefined ? columns[column] : { ...(body[first] as object), [second]: columns[column] };
  }
  return body;
}

/** The columns of a value that toBody returned. */
export function fromBody(property: ValueProperty, body: Record<string, unknown>): Columns {
  if (!isList(property)) return toProfileColumns(body) as Columns;
  if (property === 'contactChannels') {
    const { email, phoneNumber } = body as { email?: string; phoneNumber: string };
    return toChannelColumns(
      email === undefined ? toNumberChannel('sms', { phoneNumber }) : toEmailChannel({ email }),
    );
  }
  return Object.fromEntries(
    Object.entries(body as Columns).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}
