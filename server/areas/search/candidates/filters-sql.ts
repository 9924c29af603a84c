import { type RawBuilder, sql } from 'kysely';
import type { Point } from '../../addresses/index.ts';
import type { ApplicationStage } from '../../candidates/index.ts';
import { cellOf, LEVELS } from '../indexing/entry.ts';
import { hasTerm, type TermScope } from '../term-sql.ts';
import { entryTerm } from '../terms.ts';

/** A list matches any of its values unless it says otherwise. Null in it matches the candidates without one, an empty list everything. */
export interface CandidateFilter {
  statusIds: readonly (number | null)[];
  officeIds: readonly (number | null)[];
  responsibilities: readonly (number | null)[];
  sourceOfSupplyIds: readonly number[];
  professionIds: readonly number[];
  licenseIds: readonly number[];
  /** All of them. */
  qualificationIds: readonly number[];
  /** Each of them, at least at this rank. */
  languages: readonly { id: number; rank: number }[];
  jobAdIds: readonly number[];
  stages: readonly ApplicationStage[];
  appliedFrom: string | undefined;
  appliedUntil: string | undefined;
  availableOn: string | undefined;
  around: { center: Point; radiusKm: number } | undefined;
}

/** Matches every candidate. */
export const NO_FILTER: CandidateFilter = {
  statusIds: [],
  officeIds: [],
  responsibilities: [],
  sourceOfSupplyIds: [],
  professionIds: [],
  licenseIds: [],
  qualificationIds: [],
  languages: [],
  jobAdIds: [],
  stages: [],
  appliedFrom: undefined,
  appliedUntil: undefined,
  availableOn: undefined,
  around: undefined,
};

const KM_PER_DEGREE = 111.2;
const EARTH_DIAMETER_KM = 12_742;
/** Of squares of a tenth of a degree. Beyond it, most candidates are within the radius. */
const MAXIMUM_CELLS = 600;

/** SQL conditions on a row `s` of candidate_search. */
export function conditionsOf(scope: TermScope, filter: CandidateFilter): RawBuilder<unknown>[] {
  const any = (column: string, values: readonly (number | null)[]) =>
    values.length === 0 ? [] : [isAny(sql.ref(`s.${column}`), values)];
  const overlap = (column: string, ids: readonly number[]) =>
    ids.length === 0 ? [] : [sql`${sql.ref(`s.${column}`)} && ${ids}::int[]`];
  return [
    ...any('status_id', filter.statusIds),
    ...any('office_id', filter.officeIds),
    ...any('responsibility', filter.responsibilities),
    ...any('source_of_supply_id', filter.sourceOfSupplyIds),
    ...(filter.availableOn === undefined ? [] : [sql`s.available_from <= ${filter.availableOn}::date`]),
    ...overlap('profession_ids', filter.professionIds),
    ...overlap('license_ids', filter.licenseIds),
    ...filter.qualificationIds.map((id) =>
      hasTerm(scope, entryTerm('qualification', id), sql`s.candidate_id`),
    ),
    ...filter.languages.flatMap(({ id, rank }) =>
      overlap(
        'languages',
        Array.from({ length: LEVELS - rank }, (_, index) => id * LEVELS + rank + index),
      ),
    ),
    ...applicationConditions(filter),
    ...(filter.around === undefined ? [] : aroundConditions(filter.around)),
  ];
}

function isAny(column: RawBuilder<unknown>, values: readonly (number | null)[]): RawBuilder<unknown> {
  const ids = values.filter((value) => value !== null);
  const has = sql`${column} = ANY (${ids}::int[])`;
  if (ids.length === values.length) return has;
  return ids.length === 0 ? sql`${column} IS NULL` : sql`(${has} OR ${column} IS NULL)`;
}

/** One application meets all of them. */
function applicationConditions({
  jobAdIds,
  stages,
  appliedFrom,
  appliedUntil,
}: CandidateFilter): RawBuilder<unknown>[] {
  const parts = [
    ...(jobAdIds.length === 0 ? [] : [sql`a.job_ad_id = ANY (${jobAdIds}::int[])`]),
    ...(stages.length === 0 ? [] : [sql`a.stage = ANY (${stages}::text[])`]),
    ...(appliedFrom === undefined ? [] : [sql`a.day >= ${appliedFrom}::date`]),
    ...(appliedUntil === undefined ? [] : [sql`a.day <= ${appliedUntil}::date`]),
  ];
  if (parts.length === 0) return [];
  return [
    sql`EXISTS (SELECT FROM unnest(s.applied_job_ad_ids, s.applied_stages, s.applied_on) AS a (job_ad_id, stage, day)
                 WHERE ${sql.join(parts, sql` AND `)})`,
  ];
}

/** A place with a distance around it. */
type Circle = NonNullable<CandidateFilter['around']>;

export function aroundConditions({ center, radiusKm }: Circle): RawBuilder<unknown>[] {
  const { south, north, west, east } = boxAround(center, radiusKm);
  return [
    sql`s.geo_lat BETWEEN ${south}::float8 AND ${north}::float8`,
    sql`s.geo_lon BETWEEN ${west}::float8 AND ${east}::float8`,
    sql`${EARTH_DIAMETER_KM}::float8 * asin(least(1, sqrt(
          sin(radians(s.geo_lat - ${center.latitude}::float8) / 2) ^ 2
          + cos(radians(${center.latitude}::float8)) * cos(radians(s.geo_lat))
            * sin(radians(s.geo_lon - ${center.longitude}::float8) / 2) ^ 2))) <= ${radiusKm}::float8`,
  ];
}

function boxAround({ latitude, longitude }: Point, radiusKm: number) {
  const height = radiusKm / KM_PER_DEGREE;
  const width = height / Math.cos((latitude * Math.PI) / 180);
  return {
    south: latitude - height,
    north: latitude + height,
    west: longitude - width,
    east: longitude + width,
  };
}

export function cellsOf({ around }: CandidateFilter): number[] | undefined {
  return around === undefined ? undefined : cellsOfCircle(around);
}

/** The squares that the radius touches. Undefined if there are too many. */
export function cellsOfCircle({ center, radiusKm }: Circle): number[] | undefined {
  const { south, north, west, east } = boxAround(center, radiusKm);
  const rows = range(Math.floor(south * 10), Math.floor(north * 10));
  const columns = range(Math.floor(west * 10), Math.floor(east * 10));
  if (rows.length * columns.length > MAXIMUM_CELLS) return undefined;
  return rows.flatMap((row) => columns.map((column) => cellOf((row + 0.5) / 10, (column + 0.5) / 10)));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** For each filter with terms: those of which a candidate must have one. */
export function termsOfFilter(filter: CandidateFilter): string[][] {
  const terms = (kind: Parameters<typeof entryTerm>[0], ids: readonly number[]) =>
    ids.length === 0 ? [] : [ids.map((id) => entryTerm(kind, id))];
  return [
    ...terms('profession', filter.professionIds),
    ...terms('license', filter.licenseIds),
    ...filter.qualificationIds.map((id) => [entryTerm('qualification', id)]),
    ...filter.languages.map(({ id }) => [entryTerm('language', id)]),
    ...terms('jobAd', filter.jobAdIds),
    // Nobody responsible is no entry of the index.
    ...(hasNoNull(filter.responsibilities) ? terms('responsibility', filter.responsibilities) : []),
  ];
}

const hasNoNull = (values: readonly (number | null)[]): values is readonly number[] => !values.includes(null);
