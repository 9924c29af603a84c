import { toNameMatch } from '../../core/text/name-form.ts';
import type { Draft } from './draft.ts';
import type { LanguageEntry } from './languages.ts';
import { isStored, withoutStored } from './unchanged.ts';

/** What an update needs of GET /candidates/{candidateId}. */
export interface StoredCandidate extends Record<string, unknown> {
  id: number;
  statusId: number | null;
  location: { countryId: number | null };
  languages: { languageId: number; languageLevelId: number | null }[];
  driversLicences: { driversLicenseId: number }[];
  keywords: { keyword: string }[];
  qualifications: { name: string | null }[];
  professionObjects: { professionId: number }[];
  documents: { sha256: string }[];
  applies: Record<string, unknown>[];
}

/** A call of an operation for a row. */
export interface PlannedCall {
  operation: string;
  /** Beside the id of the candidate. */
  params?: Record<string, unknown>;
  body: Record<string, unknown>;
  /** The property of the mapping for a property of the body, for messages about faults. */
  pathOf(property: string): string;
}

/** The application that makes a candidate visible. Undefined if none is to be recorded. */
export interface ApplicationDefaults {
  recruiterId: number | undefined;
  jobAdId: number | undefined;
}

interface PlanOptions {
  countryId: number;
  application: ApplicationDefaults | undefined;
}

/**
 * The operations that store a row: first the candidate, then what belongs to it, as far as a stored candidate does not have it
 * already. What the row does not have is never removed.
 */
export function planCalls(
  draft: Draft,
  stored: StoredCandidate | undefined,
  { countryId, application }: PlanOptions,
): PlannedCall[] {
  const calls: PlannedCall[] = [
    ...profileCalls(draft, stored, countryId),
    ...languageCalls(draft.languages, stored),
    ...skillCalls(draft, stored),
  ];
  if (application !== undefined && (stored === undefined || stored.applies.length === 0)) {
    calls.push(applicationCall(draft, application));
  }
  if (draft.statusId !== undefined && draft.statusId !== stored?.statusId) {
    calls.push(call('candidate_setStatus', 'statusId', { statusId: draft.statusId }));
  }
  return calls;
}

function profileCalls(
  { candidate }: Draft,
  stored: StoredCandidate | undefined,
  countryId: number,
): PlannedCall[] {
  const pathOf = (property: string) => property;
  if (stored === undefined)
    return [{ operation: 'candidate_create', body: withCountry(candidate, countryId), pathOf }];
  const changed = withoutStored(candidate, stored);
  if (Object.keys(changed).length === 0) return [];
  // The address as a whole: another country clears a federal state that is not sent, and a street without a number is split.
  if (changed.location !== undefined) changed.location = candidate.location;
  const body = withCountry(changed, stored.location.countryId ?? countryId);
  return [{ operation: 'candidate_change', body, pathOf }];
}

function call(operation: string, path: string, body: Record<string, unknown>): PlannedCall {
  return { operation, body, pathOf: () => path };
}

function withCountry(candidate: Record<string, unknown>, countryId: number): Record<string, unknown> {
  if (candidate.location === undefined) return candidate;
  return { ...candidate, location: { countryId, ...(candidate.location as object) } };
}

function languageCalls(
  languages: readonly LanguageEntry[],
  stored: StoredCandidate | undefined,
): PlannedCall[] {
  return languages.flatMap((language): PlannedCall[] => {
    const { languageId, languageLevelId } = language;
    const known = stored?.languages.find((entry) => entry.languageId === languageId);
    if (known === undefined) return [call('candidate_addLanguage', 'languages', { ...language })];
    if (languageLevelId === undefined || known.languageLevelId === languageLevelId) return [];
    const change = call('candidate_changeLanguage', 'languages', { levelId: languageLevelId });
    return [{ ...change, params: { languageId } }];
  });
}

function skillCalls(draft: Draft, stored: StoredCandidate | undefined): PlannedCall[] {
  const licences = new Set(stored?.driversLicences.map(({ driversLicenseId }) => driversLicenseId));
  const keywords = new Set(stored?.keywords.map(({ keyword }) => toNameMatch(keyword)));
  const professions = new Set(stored?.professionObjects.map(({ professionId }) => professionId));
  return [
    ...draft.driversLicences
      .filter((id) => !licences.has(id))
      .map((id) => call('candidate_addDriversLicense', 'driversLicences', { driversLicenseId: id })),
    ...draft.keywords
      .filter((keyword) => !keywords.has(toNameMatch(keyword)))
      .map((keyword) => call('candidate_addKeyword', 'keywords', { keyword })),
    // Setting a qualification that the candidate has changes nothing.
    ...draft.qualifications.map((name) => call('candidate_setQualification', 'qualifications', { name })),
    ...draft.professions
      .filter((id) => !professions.has(id))
      .map((id) => call('candidate_addProfession', 'professions', { professionId: id })),
  ];
}

/**
 * The properties of the row's application that a stored candidate does not get: there is no operation that changes an
 * application, and a second one would be news to its recruiter.
 */
export function findUnusedProperties(draft: Draft, { applies }: StoredCandidate): string[] {
  if (applies.length === 0) return [];
  return Object.entries(draft.application)
    .filter(([property, value]) => !applies.some((known) => isStored(property, known[property], value)))
    .map(([property]) => `application.${property}`);
}

function applicationCall(draft: Draft, defaults: ApplicationDefaults): PlannedCall {
  const { createdAtUtc } = draft.candidate;
  const body: Record<string, unknown> = {
    ...(defaults.recruiterId === undefined ? {} : { recruiterId: defaults.recruiterId }),
    ...(defaults.jobAdId === undefined ? {} : { jobAdId: defaults.jobAdId }),
    // An old candidate did not apply on the day of the import.
    ...(createdAtUtc === undefined ? {} : { appliedAtUtc: createdAtUtc }),
    ...draft.application,
  };
  const isOwnTime = draft.application.appliedAtUtc !== undefined;
  const pathOf = (property: string) =>
    property === 'appliedAtUtc' && !isOwnTime ? 'createdAtUtc' : `application.${property}`;
  return { operation: 'candidate_apply', body, pathOf };
}
