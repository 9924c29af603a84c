import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import type { ListEntry, ValueList } from '../../../core/api/queries-candidate.ts';
import { useFormats, useLanguage, useTexts } from '../../../core/texts/language.tsx';
import type { SchemaDocumentProposalDto } from '../../../generated/types.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** Properties whose ids belong to a value list. */
const LISTS: Readonly<Record<string, ValueList>> = {
  nationalityId: 'nationalities',
  languageId: 'languages',
  languageLevelId: 'languagelevels',
  driversLicenseId: 'driverslicenses',
  countryId: 'countries',
};
/** What an entry is called comes first, then where it was. */
const ORDER = [
  'position',
  'profession',
  'graduation',
  'title',
  'employer',
  'institution',
  'school',
  'provider',
  'street',
  'streetNumber',
  'zipCode',
];
function placeOf([property]: [string, unknown]): number {
  const at = ORDER.indexOf(property);
  return at === -1 ? ORDER.length : at;
}

/** What is shown apart from the line, or follows from it. */
const LEFT_OUT = new Set(['description', 'fromDate', 'untilDate', 'isCurrent', 'professionId']);

/** Returns the function that says what one of the proposals is about, in one line. */
export function useValueTexts(
  proposals: readonly SchemaDocumentProposalDto[],
): (proposal: SchemaDocumentProposalDto) => string {
  const professionOf = useProfessions(proposals);
  const { today } = useTexts().documents.proposals;
  const formats = useFormats();
  const names = {
    nationalities: useQuery(queries.valueList('nationalities')).data,
    languages: useQuery(queries.valueList('languages')).data,
    languagelevels: useQuery(queries.valueList('languagelevels')).data,
    driverslicenses: useQuery(queries.valueList('driverslicenses')).data,
    countries: useQuery(queries.valueList('countries')).data,
  } as Partial<Record<ValueList, readonly ListEntry[]>>;
  const toText = ([property, value]: [string, unknown]): string => {
    if (value === null || LEFT_OUT.has(property)) return '';
    if (typeof value === 'object') {
      const entries = Object.entries(value as object).toSorted(
        (left, right) => placeOf(left) - placeOf(right),
      );
      return entries.map(toText).filter(Boolean).join(', ');
    }
    const list = LISTS[property];
    if (list !== undefined) return names[list]?.find(({ id }) => id === value)?.name ?? '';
    if (typeof value === 'string') return DATE.test(value) ? formats.day(value) : value;
    return '';
  };
  return ({ property, value, sources }) => {
    if (property === 'professionObjects') return professionOf(value) ?? sources[0]?.text ?? '';
    const { fromDate, untilDate, isCurrent } = value as Record<string, string | null | undefined>;
    const end = untilDate ?? (isCurrent ? today : undefined);
    const isDay = (date: string) => DATE.test(date);
    const period = [fromDate, end]
      .filter((date) => typeof date === 'string')
      .map((date) => (isDay(date) ? formats.day(date) : date))
      .join(' – ');
    // Entries of a list of the tenant have only an id.
    return [toText(['', value]), period].filter(Boolean).join(', ') || (sources[0]?.text ?? '');
  };
}

/** The names of the professions that are proposed. There are too many to read the list. */
function useProfessions(proposals: readonly SchemaDocumentProposalDto[]) {
  const { language } = useLanguage();
  const idOf = (value: object) => (value as { professionId?: number }).professionId ?? 0;
  const ids = proposals
    .filter(({ property }) => property === 'professionObjects')
    .map(({ value }) => idOf(value));
  const { data } = useQuery({ ...queries.professionsById(ids, language), enabled: ids.length > 0 });
  return (value: object) => data?.find(({ id }) => id === idOf(value))?.name;
}
