import { type RawBuilder, sql } from 'kysely';
import { type Criterion, DEFAULT_RADIUS_KM, languageNumbers } from './criteria.ts';

/** SQL for the meters between the candidate `s` and the place. Null if one of them is unknown. */
export function metersOf(criteria: readonly Criterion[]): RawBuilder<unknown> {
  const distance = criteria.find(({ kind }) => kind === 'distance');
  if (distance?.kind !== 'distance') return sql`NULL::int`;
  const { latitude, longitude } = distance.place;
  // least() ignores what is null, which would be the other side of the earth.
  return sql`CASE WHEN s.geo_lat IS NOT NULL AND s.geo_lon IS NOT NULL THEN (12742000::float8 * asin(least(1, sqrt(
      sin(radians(s.geo_lat - ${latitude}::float8) / 2) ^ 2
      + cos(radians(${latitude}::float8)) * cos(radians(s.geo_lat))
        * sin(radians(s.geo_lon - ${longitude}::float8) / 2) ^ 2))))::int END`;
}

/**
 * SQL for how the candidate `c`, with its row `s` in the index and its distance in `d.meters`, meets a criterion: 1 for met, 0 for
 * missed, 2 for met on the first day and not on the last one, and null if the record does not say.
 */
export function outcomeOf(tenantId: number, criterion: Criterion): RawBuilder<unknown> {
  switch (criterion.kind) {
    case 'profession':
      return hasAny('profession_ids', [criterion.professionId]);
    case 'skill':
      return skillOutcome(tenantId, criterion);
    case 'language':
      return languageOutcome(criterion);
    case 'distance':
      return sql`(d.meters <= coalesce(c.radius_km, ${DEFAULT_RADIUS_KM}) * 1000)::int`;
    case 'availability':
      return sql`(c.available_from <= ${criterion.date}::date)::int`;
    case 'weeklyHours':
      return sql`(c.weekly_hours >= ${criterion.hours}::numeric)::int`;
    case 'shiftWork':
      return sql`c.shift_work::int`;
    case 'car':
      return sql`c.has_car::int`;
    case 'workPermit':
      // Who needs none has no date.
      return sql`CASE WHEN c.work_permit_required IS FALSE THEN 1
                      WHEN c.work_permit_valid_until >= ${criterion.lastDay}::date THEN 1
                      WHEN c.work_permit_valid_until >= ${criterion.date}::date THEN 2
                      WHEN c.work_permit_valid_until IS NOT NULL THEN 0 END`;
    case 'pay':
      return payOutcome(criterion);
    case 'branch':
      return sql`(c.office_id = ${criterion.officeId}::int)::int`;
  }
}

/** A list without entries says nothing. One with others says that this one is missing. */
function hasAny(column: 'profession_ids' | 'license_ids', ids: readonly number[]): RawBuilder<unknown> {
  const list = sql.ref(`s.${column}`);
  return sql`CASE WHEN ${list} && ${[...ids]}::int[] THEN 1 WHEN ${list} = '{}' THEN NULL ELSE 0 END`;
}

function skillOutcome(
  tenantId: number,
  { licenseIds, qualificationIds }: Extract<Criterion, { kind: 'skill' }>,
): RawBuilder<unknown> {
  if (qualificationIds.length === 0) return hasAny('license_ids', licenseIds);
  const hasLicense = licenseIds.length === 0 ? sql`false` : sql`s.license_ids && ${licenseIds}::int[]`;
  return sql`CASE
    WHEN ${hasLicense} THEN 1
    ELSE (SELECT CASE WHEN bool_or(q.qualification_id = ANY (${qualificationIds}::int[])) THEN 1
                      WHEN count(*) = 0 AND (${licenseIds.length === 0}::bool OR s.license_ids = '{}') THEN NULL ELSE 0 END
            FROM candidate_qualification AS q WHERE q.tenant_id = ${tenantId} AND q.candidate_id = s.candidate_id) END`;
}

function languageOutcome({
  languageIds,
  rank,
}: Extract<Criterion, { kind: 'language' }>): RawBuilder<unknown> {
  const enough = sql`WHEN s.languages && ${languageNumbers(languageIds, rank)}::int[] THEN 1`;
  // Who speaks it at a level that nobody has entered.
  const unknown =
    rank === 0
      ? sql``
      : sql`WHEN s.languages && ${languageIds.map((id) => languageNumbers([id], 0)[0]!)}::int[] THEN NULL`;
  return sql`CASE ${enough} ${unknown} WHEN s.languages = '{}' THEN NULL ELSE 0 END`;
}

function payOutcome({ maximum, period }: Extract<Criterion, { kind: 'pay' }>): RawBuilder<unknown> {
  const expected =
    period === 'hour'
      ? sql`CASE c.salary_period WHEN 'hour' THEN c.salary_expectation END`
      : sql`CASE c.salary_period WHEN 'year' THEN c.salary_expectation WHEN 'month' THEN c.salary_expectation * 12 END`;
  // Amounts of requests are in euros.
  return sql`CASE WHEN coalesce(c.currency, 'EUR') = 'EUR' THEN (${expected} <= ${maximum}::numeric)::int END`;
}
