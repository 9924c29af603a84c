import { type CandidateFilter, STAGES } from '../../../core/api/records.ts';
import { toOfficeIds } from '../../../core/list/rows.ts';
import type { CandidateSearch, CandidateSort, Without } from '../../../core/paths.ts';
import { hasTooManyChoices, toDay, toId, toList, toText } from '../../../core/search-values.ts';

const LANGUAGE = /^[1-9]\d{0,8}(:[1-9]\d{0,8})?$/;
const LONGEST_TEXT = 200;
const LONGEST_PLACE = 100;
export const MAXIMUM_LANGUAGES = 10;
export const MAXIMUM_QUALIFICATIONS = 10;
const MAXIMUM_RADIUS_KM = 500;
export const USUAL_RADIUS_KM = 30;
export const SORTS: readonly CandidateSort[] = ['applied', 'oldest', 'created', 'name'];

/** Reads what the address, or a saved view, says about the list. What it says wrongly is left out. */
export function readCandidateSearch(search: Record<string, unknown>): CandidateSearch {
  const { branch, radius } = search;
  const kilometers = toId(radius);
  const read: CandidateSearch = {
    text: toText(search.text, LONGEST_TEXT),
    branch: branch === 'mine' || branch === 'all' || branch === 'none' ? branch : toId(branch),
    status: toList(search.status, toIdOrNone),
    stage: toList(search.stage, (value) => STAGES.find((name) => name === value)),
    responsible: toList(search.responsible, toIdOrNone),
    profession: toList(search.profession, toId),
    licence: toList(search.licence, toId),
    qualification: toList(search.qualification, toId),
    language: toList(search.language, toLanguage),
    jobAd: toList(search.jobAd, toId),
    source: toList(search.source, toId),
    place: toText(search.place, LONGEST_PLACE),
    radius: kilometers !== undefined && kilometers <= MAXIMUM_RADIUS_KM ? kilometers : undefined,
    available: toDay(search.available),
    from: toDay(search.from),
    to: toDay(search.to),
    sort: SORTS.find((name) => name === search.sort),
    view: toId(search.view),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

/** Whether an address, or a saved view, has more values of a filter than the service takes. */
export const hasTooMany = (search: CandidateSearch): boolean => {
  const { qualification = [], language = [] } = search;
  if (qualification.length > MAXIMUM_QUALIFICATIONS || language.length > MAXIMUM_LANGUAGES) return true;
  return hasTooManyChoices(search);
};

const toIdOrNone = (value: unknown): number | Without | undefined => (value === 'none' ? value : toId(value));

function toLanguage(value: unknown): string | undefined {
  const text = String(value);
  return LANGUAGE.test(text) ? text : undefined;
}

const SORTINGS = {
  applied: { sort: 'appliedAtUtc', order: 'desc' },
  oldest: { sort: 'appliedAtUtc', order: 'asc' },
  created: { sort: 'createdAtUtc', order: 'desc' },
  name: { sort: 'name', order: 'asc' },
} as const;

/** The filter of the service. Keys are left out if there is nothing to filter by, so that equal filters are one read. */
export function toCandidateFilter(search: CandidateSearch, ownBranches: readonly number[]): CandidateFilter {
  const { branch, place, radius, language, from, to, sort } = search;
  const filter: CandidateFilter = {
    text: search.text,
    officeIds: branch === 'none' ? undefined : toOfficeIds(branch, ownBranches),
    withoutOffice: branch === 'none' || undefined,
    ...withoutNone('statusIds', 'withoutStatus', search.status),
    stages: search.stage,
    ...withoutNone('responsibilities', 'withoutResponsibility', search.responsible),
    professionIds: search.profession,
    driversLicenseIds: search.licence,
    qualificationIds: search.qualification,
    languages: language?.map(toLanguageFilter),
    jobAdIds: search.jobAd,
    sourceOfSupplyIds: search.source,
    around: place === undefined ? undefined : { place, radiusKm: radius ?? USUAL_RADIUS_KM },
    availableOn: search.available,
    appliedFrom: from,
    appliedUntil: to,
    ...(sort === undefined ? {} : SORTINGS[sort]),
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

/** The ids of a filter, and whether it has those without one. */
function withoutNone<Ids extends string, Flag extends string>(
  ids: Ids,
  flag: Flag,
  values: readonly (number | Without)[] = [],
) {
  const numbers = values.filter((value) => value !== 'none');
  return {
    [ids]: numbers.length === 0 ? undefined : numbers,
    [flag]: values.includes('none') || undefined,
  } as Partial<Record<Ids, number[]> & Record<Flag, true>>;
}

function toLanguageFilter(language: string) {
  const [languageId, minimumLevelId] = language.split(':').map(Number) as [number, number?];
  return { languageId, minimumLevelId };
}

/** The filters without the choice of the view, as a view keeps them. */
export function toView({ view: _, ...filters }: CandidateSearch): CandidateSearch {
  return filters;
}
