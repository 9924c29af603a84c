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
export type FilledColumns = Partial<Record<FilledColumn, string | number | null>>;

const ADDRESS = ['street', 'street_number', 'zip_code', 'city', 'country_id'] as const;
const TITLE_LENGTH = 100;
const ONE_LINE = 255;

/**
 * What a CV fills in: only fields that are empty, an address only where there is none at all, and nothing that the
 * API would refuse. The forms for matching come along. Empty when there is nothing to fill.
 */
export function toFilledColumns(
  facts: CvFacts,
  stored: FilledColumns,
  now: Date,
): Record<string, string | number | null> {
  const isRefused = (body: Parameters<typeof candidateFaults>[0]) => candidateFaults(body, now).length > 0;
  const filled: FilledColumns = {};
  const fill = (column: FilledColumn, value: string | number | undefined, refused = false) => {
    if (value === undefined || value === '' || refused) return;
    if (stored[column] == null || stored[column] === '') filled[column] = value;
  };
  const { address, birthDate } = facts;
  fill('title', facts.name?.title?.slice(0, TITLE_LENGTH));
  fill('nationality_id', facts.nationalityId);
  fill('birth_date', birthDate, isRefused({ birth: { date: birthDate } }));
  fill('birth_place', facts.birthPlace?.slice(0, ONE_LINE));
  const [email] = facts.emails;
  fill('email', email, isRefused({ contact: { email } }));
  const mobile = facts.phones.find(({ isMobile }) => isMobile)?.text;
  const phone = facts.phones.find(({ isMobile }) => !isMobile)?.text;
  fill('mobile', mobile, isRefused({ contact: { mobile } }));
  fill('phone', phone, isRefused({ contact: { phone } }));
  if (address?.city !== undefined && ADDRESS.every((column) => stored[column] == null)) {
    const { street, streetNumber, zipCode, city, countryId } = address;
    if (!isRefused({ location: { zipCode, countryId } })) {
      fill('street', street?.slice(0, ONE_LINE));
      fill('street_number', streetNumber?.slice(0, ONE_LINE));
      fill('zip_code', zipCode);
      fill('city', city.slice(0, ONE_LINE));
      fill('country_id', countryId);
    }
  }
  return { ...filled, ...matchingColumns(filled), ...coordinatesOf(filled) };
}

/** Where the address lies that was just filled in: there was none before. */
function coordinatesOf(filled: FilledColumns): Partial<Coordinates> {
  if (filled.city === undefined) return {};
  const address = Object.fromEntries(ADDRESS.map((column) => [column, filled[column] ?? null]));
  const { geo_lat, geo_lon } = withCoordinates(NO_ADDRESS, { ...NO_ADDRESS, ...address });
  return { geo_lat, geo_lon };
}
