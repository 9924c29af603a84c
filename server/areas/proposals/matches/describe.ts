import type { Language } from '../../../core/http/index.ts';
import type { Static } from '../../../core/http/schema.ts';
import { type Criterion, DEFAULT_RADIUS_KM, type RequestFacts } from './criteria.ts';
import type { CandidateFacts, Match } from './queries.ts';
import type { MatchCriterion } from './schema.ts';

interface Entry {
  name_de: string;
  name_en: string;
}
type ById = ReadonlyMap<number, Entry>;

/** The lists whose entries criteria name. */
export interface NamedLists {
  language: Language;
  professions: ById;
  licenses: ById;
  qualifications: ById;
  languages: ById;
  levels: ById;
  /** The level of each rank. */
  levelIdOf(rank: number): number | undefined;
}

const NOTHING = { names: [] as string[], date: null, number: null, period: null };

function namesOf({ language }: NamedLists, entries: ById, ids: readonly number[]): string[] {
  return ids.flatMap((id) => entries.get(id)?.[`name_${language}`] ?? []);
}

/** What the request asks for with a criterion. */
export function describeCriterion(
  criterion: Criterion,
  { office }: Pick<RequestFacts, 'office'>,
  lists: NamedLists,
): Static<typeof MatchCriterion> {
  const { key, kind, property, isRequired } = criterion;
  return { key, kind, property, isRequired, ...NOTHING, lastDay: null, ...askedOf(criterion, office, lists) };
}

function askedOf(criterion: Criterion, office: string, lists: NamedLists): Partial<typeof NOTHING> | object {
  switch (criterion.kind) {
    case 'profession':
      return { names: namesOf(lists, lists.professions, [criterion.professionId]) };
    case 'skill':
      return {
        names: [
          ...new Set([
            ...namesOf(lists, lists.licenses, criterion.licenseIds),
            ...namesOf(lists, lists.qualifications, criterion.qualificationIds),
          ]),
        ],
      };
    case 'language': {
      const level = lists.levelIdOf(criterion.rank);
      const names = namesOf(lists, lists.languages, criterion.languageIds.slice(0, 1));
      return { names: [...names, ...(level === undefined ? [] : namesOf(lists, lists.levels, [level]))] };
    }
    case 'distance':
      return { number: DEFAULT_RADIUS_KM };
    case 'availability':
      return { date: criterion.date };
    case 'workPermit':
      return { date: criterion.date, lastDay: criterion.lastDay };
    case 'weeklyHours':
      return { number: criterion.hours };
    case 'shiftWork':
      return { names: [criterion.shiftModel] };
    case 'car':
      return {};
    case 'pay':
      return { number: criterion.maximum, period: criterion.period };
    case 'branch':
      return { names: [office] };
  }
}

const OUTCOMES = { 1: 'met', 0: 'missed', 2: 'partly' } as const;

/** A candidate of the list, with what the record says about each criterion. */
export function describeMatch(
  criteria: readonly Criterion[],
  match: Match,
  facts: CandidateFacts,
  lists: NamedLists,
) {
  const { name, city, statusId, officeId, office, proposal, placement } = facts;
  const { met, missed, meters } = match;
  const required = criteria.filter(({ isRequired }) => isRequired).length;
  const partly = match.outcomes.filter(
    (outcome, index) => outcome === 2 && criteria[index]!.isRequired,
  ).length;
  return {
    candidateId: facts.id,
    ...{ name, city, statusId, officeId, office, proposal, placement },
    distanceKm: toKilometers(meters),
    ...{ met, missed, partly, unknown: required - met - missed - partly },
    outcomes: describeOutcomes(criteria, match, facts, lists),
  };
}

function describeOutcomes(
  criteria: readonly Criterion[],
  { outcomes, meters }: Match,
  facts: CandidateFacts,
  lists: NamedLists,
) {
  return criteria.map((criterion, index) => {
    const outcome = outcomes[index];
    return {
      key: criterion.key,
      outcome: outcome == null ? ('unknown' as const) : OUTCOMES[outcome],
      ...NOTHING,
      limit: null,
      isOwnLimit: false,
      ...saidBy(criterion, facts, meters, lists),
    };
  });
}

function saidBy(
  criterion: Criterion,
  facts: CandidateFacts,
  meters: number | null,
  lists: NamedLists,
): object {
  switch (criterion.kind) {
    case 'profession':
      return { names: namesOf(lists, lists.professions, facts.professionIds) };
    case 'skill':
      return {
        names: [
          ...(criterion.licenseIds.length === 0 ? [] : namesOf(lists, lists.licenses, facts.licenseIds)),
          ...(criterion.qualificationIds.length === 0
            ? []
            : namesOf(lists, lists.qualifications, facts.qualificationIds)),
        ],
      };
    case 'language':
      return {
        names: facts.languages.map(({ id, levelId }) =>
          [
            ...namesOf(lists, lists.languages, [id]),
            ...namesOf(lists, lists.levels, levelId === null ? [] : [levelId]),
          ].join(' '),
        ),
      };
    case 'distance':
      return {
        number: toKilometers(meters),
        limit: facts.radiusKm ?? DEFAULT_RADIUS_KM,
        isOwnLimit: facts.radiusKm !== null,
      };
    case 'availability':
      return { date: facts.availableFrom };
    case 'weeklyHours':
      return { number: facts.weeklyHours };
    case 'workPermit':
      return { date: facts.workPermitUntil };
    case 'pay':
      // Amounts in another currency are not compared, and would be read as euros.
      return facts.currency === null || facts.currency === 'EUR'
        ? { number: facts.pay, period: facts.pay === null ? null : facts.payPeriod }
        : {};
    case 'branch':
      return { names: facts.office === null ? [] : [facts.office] };
    case 'shiftWork':
    case 'car':
      return {};
  }
}

function toKilometers(meters: number | null): number | null {
  return meters === null ? null : Math.round(meters / 100) / 10;
}
