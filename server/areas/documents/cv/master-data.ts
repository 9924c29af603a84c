import { type Coordinates, NO_ADDRESS, withCoordinates } from '../../addresses/index.ts';
import { candidateFaults, matchingColumns } from '../../candidates/index.ts';
import type { CvFacts } from './extract/facts.ts';

/** The columns of a candidate that a CV can fill. */
export const FILLED_COLUMNS = [
  'title',
  'nationality_id',
  'birth_date',
  'birth_place',
  'email',
  'phone',
  'mobile',
  'street',
  'street_number',
  'zip_code',
  'city',
  'country_id',
] as const;

type FilledColumn = (typeof FILLED_COLUMNS)[number];
type FilledColumns = Partial<Record<FilledColumn, string | number | null>>;

const ADDRESS = ['street', 'street_number', 'zip_code', 'city', 'country_id'] as const;
// The lengths that the API accepts for these fields.
const TITLE_LENGTH = 100;
const ONE_LINE = 255;

/**
 * The columns that a CV fills: only empty ones, an address only if there is none at all, and nothing that the API would
 * reject. Includes the columns for duplicate matching. Empty if there is nothing to fill.
 */
export function toFilledColumns(
  facts: CvFacts,
  stored: FilledColumns,
  now: Date,
): Record<string, string | number | null> {
  const isRejected = (body: Parameters<typeof candidateFaults>[0]) => candidateFaults(body, now).length > 0;
  const filled: FilledColumns = {};
  const fill = (column: FilledColumn, value: string | number | undefined, rejected = false) => {
    if (value === undefined || value === '' || rejected) return;
    if (stored[column] == null || stored[column] === '') filled[column] = value;
  };
  const { address, birthDate } = facts;
  fill('title', facts.name?.title?.slice(0, TITLE_LENGTH));
  fill('nationality_id', facts.nationalityId);
  fill('birth_date', birthDate, isRejected({ birth: { date: birthDate } }));
  fill('birth_place', facts.birthPlace?.slice(0, ONE_LINE));
  const [email] = facts.emails;
  fill('email', email, isRejected({ contact: { email } }));
  const mobile = facts.phones.find(({ isMobile }) => isMobile)?.text;
  const phone = facts.phones.find(({ isMobile }) => !isMobile)?.text;
  fill('mobile', mobile, isRejected({ contact: { mobile } }));
  fill('phone', phone, isRejected({ contact: { phone } }));
  if (address?.city !== undefined && ADDRESS.every((column) => stored[column] == null)) {
    const { street, streetNumber, zipCode, city, countryId } = address;
    if (!isRejected({ location: { zipCode, countryId } })) {
      fill('street', street?.slice(0, ONE_LINE));
      fill('street_number', streetNumber?.slice(0, ONE_LINE));
      fill('zip_code', zipCode);
      fill('city', city.slice(0, ONE_LINE));
      fill('country_id', countryId);
    }
  }
  return { ...filled, ...matchingColumns(filled), ...coordinatesOf(filled) };
}

/** The coordinates of the address that was filled in. There was no address before. */
function coordinatesOf(filled: FilledColumns): Partial<Coordinates> {
  if (filled.city === undefined) return {};
  const address = Object.fromEntries(ADDRESS.map((column) => [column, filled[column] ?? null]));
  const { geo_lat, geo_lon } = withCoordinates(NO_ADDRESS, { ...NO_ADDRESS, ...address });
  return { geo_lat, geo_lon };
}
